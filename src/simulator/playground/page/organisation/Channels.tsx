import type { Channel, ChannelFolder } from '../../../../protocol/index.js'
import { named } from '../ui/chip.js'
import type { Options } from '../ui/Select.js'
import { act, actor } from './acting.js'
import { ChannelTopics } from './ChannelTopics.js'
import { Form } from './Form.js'
import { useLive, useRegistered } from './live.js'
import { accountOptions, createdText, nameOf } from './names.js'
import { FormPart, Page, Switch } from './Page.js'
import { Tokens } from './Tokens.js'

/** The channels that whoever acts can see, archived ones among them. */
export function Channels() {
  const { answer, problem } = useLive<{ streams: Channel[] }>('/streams', /^stream|^subscription/, {
    exclude_archived: false,
  })
  const folders = useLive<{ channel_folders: ChannelFolder[] }>('/channel_folders', /^channel_folder/).answer
    ?.channel_folders
  const folderOf = ({ folder_id }: Channel) => folders?.find(({ id }) => id === folder_id)?.name ?? ''
  const options: Options = [['', 'none'], ...(folders ?? []).map(({ id, name }) => [id, name] as const)]
  return (
    <Page<Channel>
      title="Channels"
      rows={answer?.streams}
      beside={folders}
      problem={problem}
      hint="Name, folder:kitchen, is:private"
      fields={{
        folder: folderOf,
        is: {
          kind: 'flags',
          flags: {
            private: ({ invite_only }) => invite_only,
            public: ({ invite_only }) => !invite_only,
            archived: ({ is_archived }) => is_archived === true,
          },
        },
      }}
      wordsOf={({ name, description }) => `${name} ${description}`}
      idOf={({ stream_id }) => stream_id}
      empty="There are no channels yet."
      columns={{
        Name: [3, headingOf],
        Folder: ['8rem', folderOf],
        Description: [2, ({ description }) => description, 'wide'],
      }}
      add="Create a channel"
      blank={
        <Form
          title="Create a channel"
          submit="Create"
          isNew
          chooses="id"
          fields={{
            name: { label: 'Name', about: /channel.*exist/i },
            description: 'Description',
            invite_only: { label: 'Private', kind: 'check' },
            folder_id: { label: 'Folder', kind: 'choice', options },
            subscribers: {
              label: 'Subscribers',
              kind: 'several',
              options: accountOptions(),
              initial: [String(actor.value?.user_id)],
            },
          }}
          save={(given) => act('POST', '/channels/create', given)}
        />
      }
      heading={headingOf}
      facts={(channel) => [
        ['Description', channel.description || 'none'],
        ['Folder', folderOf(channel) || 'none'],
        ['Created', createdText(channel.date_created, channel.creator_id)],
      ]}
      detail={(channel) => <OneChannel channel={channel} folders={options} />}
    />
  )
}

const headingOf = ({ name, invite_only, is_archived }: Channel) =>
  named(`#${name}`, invite_only && 'private', is_archived && 'archived')

function OneChannel({ channel, folders }: { channel: Channel; folders: Options }) {
  const { stream_id, name, description, invite_only, is_archived, folder_id } = channel
  const path = `/streams/${stream_id}`
  return (
    <>
      {!is_archived && (
        <>
          <Subscribers {...channel} />
          <ChannelTopics channel={channel} />
        </>
      )}
      <FormPart
        title="Settings"
        fields={{
          new_name: { label: 'Name', initial: name },
          description: { label: 'Description', initial: description },
          folder_id: { label: 'Folder', kind: 'choice', options: folders, initial: String(folder_id ?? '') },
          is_private: { label: 'Private', kind: 'check', initial: invite_only },
        }}
        save={(given) => act('PATCH', path, given)}
      />
      <div class="buttons">
        <Switch
          isOff={is_archived}
          off={['Archive', `#${name} is archived.`, () => act('DELETE', path)]}
          on={['Bring back from the archive', `#${name} is back.`, () => act('PATCH', path, { is_archived: false })]}
        />
      </div>
    </>
  )
}

interface Readers {
  readonly stream_id: number
  readonly subscribers?: readonly number[]
}

/** Who reads a channel. Its name is how the service wants it here. */
function Subscribers({ stream_id, name }: Channel) {
  const { answer } = useRegistered<{ subscriptions: Readers[]; never_subscribed: Readers[] }>(
    ['subscription'],
    /^subscription|^stream|^realm_user/,
  )
  const all = [...(answer?.subscriptions ?? []), ...(answer?.never_subscribed ?? [])]
  return (
    <Tokens
      title="Subscribers"
      empty="Nobody is subscribed."
      ids={all.find((one) => one.stream_id === stream_id)?.subscribers ?? []}
      nameOf={nameOf}
      options={accountOptions()}
      isEditable
      set={(id, isIn) =>
        act(isIn ? 'POST' : 'DELETE', '/users/me/subscriptions', {
          subscriptions: [isIn ? { name } : name],
          principals: [id],
        })
      }
    />
  )
}
