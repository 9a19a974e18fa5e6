import type { Channel, ChannelFolder } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { isNarrow } from '../narrow.js'
import { act, actor, press } from './acting.js'
import { ChannelTopics } from './ChannelTopics.js'
import { Form } from './Form.js'
import { useLive, useRegistered } from './live.js'
import { accountOptions, dateText, nameOf } from './names.js'
import { Facts, Page, Part } from './Page.js'
import { Tokens } from './Tokens.js'

/** The channels that whoever acts can see, archived ones among them. */
export function Channels() {
  const { answer, problem } = useLive<{ streams: Channel[] }>('/streams', /^stream|^subscription/, {
    exclude_archived: false,
  })
  const listed = useLive<{ channel_folders: ChannelFolder[] }>('/channel_folders', /^channel_folder/).answer
  const folders = listed?.channel_folders ?? []
  const folderOf = ({ folder_id }: Channel) => folders.find(({ id }) => id === folder_id)?.name ?? ''
  return (
    <Page<Channel>
      title="Channels"
      rows={answer?.streams ?? []}
      beside={listed}
      problem={problem}
      hint="Name, folder:kitchen, is:private"
      fields={{
        folder: { kind: 'text', of: folderOf },
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
      idOf={({ stream_id }) => String(stream_id)}
      empty="There are no channels yet."
      add="Create a channel"
      columns={[
        { title: 'Name', width: 'minmax(0, 3fr)', cell: (channel) => <Named channel={channel} /> },
        { title: 'Folder', width: '8rem', cell: folderOf },
        ...(isNarrow.value
          ? []
          : [{ title: 'Description', width: 'minmax(0, 2fr)', cell: ({ description }: Channel) => description }]),
      ]}
      blank={() => <CreateChannel folders={folders} />}
      detail={(channel) => <OneChannel channel={channel} folders={folders} />}
    />
  )
}

function Named({ channel: { name, invite_only, is_archived } }: { channel: Channel }) {
  return (
    <>
      #{name} {invite_only && <span class="chip">private</span>}
      {is_archived && <span class="chip">archived</span>}
    </>
  )
}

type Folders = readonly ChannelFolder[]

const folderOptions = (folders: Folders) =>
  [['', 'none'], ...folders.map(({ id, name }) => [String(id), name])] as [string, string][]

function CreateChannel({ folders }: { folders: Folders }) {
  return (
    <>
      <h3>Create a channel</h3>
      <Form
        label="Create a channel"
        submit="Create"
        empties
        fields={[
          { name: 'name', label: 'Name', about: /channel.*(name|exist)|name/i },
          { name: 'description', label: 'Description' },
          { name: 'invite_only', label: 'Private', kind: 'check' },
          { name: 'folder_id', label: 'Folder', kind: 'choice', options: folderOptions(folders), about: /folder/i },
          {
            name: 'subscribers',
            label: 'Subscribers',
            kind: 'several',
            options: accountOptions(),
            initial: [String(actor.value?.user_id)],
          },
        ]}
        save={async (filled) => {
          const folder = filled.text('folder_id')
          const { id } = await act<{ id: number }>('POST', '/channels/create', {
            name: filled.text('name'),
            description: filled.text('description'),
            invite_only: filled.isOn('invite_only'),
            subscribers: filled.several('subscribers').map(Number),
            ...(folder !== '' && { folder_id: Number(folder) }),
          })
          choose({ id: String(id) })
        }}
      />
    </>
  )
}

function OneChannel({ channel, folders }: { channel: Channel; folders: Folders }) {
  const { stream_id, name, description, invite_only, is_archived = false, folder_id } = channel
  const path = `/streams/${stream_id}`
  const archive = () => act('DELETE', path)
  const bringBack = () => act('PATCH', path, { is_archived: false })
  return (
    <>
      <h3>
        <Named channel={channel} />
      </h3>
      <Facts
        facts={[
          ['Description', description || 'none'],
          ['Folder', folders.find(({ id }) => id === folder_id)?.name ?? 'none'],
          [
            'Created',
            `${dateText(channel.date_created)}${channel.creator_id ? ` by ${nameOf(channel.creator_id)}` : ''}`,
          ],
        ]}
      />
      {!is_archived && <Subscribers channel={channel} />}
      {!is_archived && <ChannelTopics channel={channel} />}
      <Part title="Settings">
        <Form
          label={`Settings of #${name}`}
          submit="Save"
          done="Saved."
          fields={[
            { name: 'new_name', label: 'Name', initial: name, about: /name/i },
            { name: 'description', label: 'Description', initial: description },
            {
              name: 'folder_id',
              label: 'Folder',
              kind: 'choice',
              options: folderOptions(folders),
              initial: String(folder_id ?? ''),
              about: /folder/i,
            },
            { name: 'is_private', label: 'Private', kind: 'check', initial: invite_only },
          ]}
          save={(filled) => {
            const [newName, folder] = [filled.text('new_name'), filled.text('folder_id')]
            return act('PATCH', path, {
              ...(newName !== name && { new_name: newName }),
              ...(filled.text('description') !== description && { description: filled.text('description') }),
              ...(folder !== String(folder_id ?? '') && { folder_id: folder === '' ? null : Number(folder) }),
              ...(filled.isOn('is_private') !== invite_only && { is_private: filled.isOn('is_private') }),
            })
          }}
        />
      </Part>
      <div class="buttons">
        {is_archived ? (
          <button type="button" class="main" onClick={() => press(`#${name} is back.`, bringBack, archive)}>
            Bring back from the archive
          </button>
        ) : (
          <button type="button" class="serious" onClick={() => press(`#${name} is archived.`, archive, bringBack)}>
            Archive
          </button>
        )}
      </div>
    </>
  )
}

interface Readers {
  readonly stream_id: number
  readonly subscribers?: readonly number[]
}

/** Who reads a channel. Its name is how the service wants it here. */
function Subscribers({ channel: { stream_id, name } }: { channel: Channel }) {
  const { answer } = useRegistered<{ subscriptions: Readers[]; never_subscribed: Readers[] }>(
    ['subscription'],
    /^subscription|^stream|^realm_user/,
  )
  const all = [...(answer?.subscriptions ?? []), ...(answer?.never_subscribed ?? [])]
  const ids = all.find((one) => one.stream_id === stream_id)?.subscribers ?? []
  const subscribe = (id: number) => () =>
    act('POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
  const unsubscribe = (id: number) => () =>
    act('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: [id] })
  return (
    <Tokens
      title="Subscribers"
      empty="Nobody is subscribed."
      tokens={ids.map((id) => [id, nameOf(id)])}
      options={accountOptions((id) => !ids.includes(id))}
      isEditable
      add={(id) => press(`${nameOf(id)} reads #${name}.`, subscribe(id), unsubscribe(id))}
      remove={(id) => press(`${nameOf(id)} no longer reads #${name}.`, unsubscribe(id), subscribe(id))}
    />
  )
}
