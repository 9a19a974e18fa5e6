import type { ChannelFolder } from '../../../../protocol/index.js'
import { chip, named } from '../ui/chip.js'
import { act } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { createdText } from './names.js'
import { FormPart, Page, Switch } from './Page.js'

/** The folders of channels in their order, archived ones among them. */
export function Folders() {
  const { answer, problem } = useLive<{ channel_folders: ChannelFolder[] }>('/channel_folders', /^channel_folder/, {
    include_archived: true,
  })
  return (
    <Page<ChannelFolder>
      title="Folders"
      rows={answer?.channel_folders}
      problem={problem}
      hint="Name, is:archived"
      fields={{ is: { kind: 'flags', flags: { archived: ({ is_archived }) => is_archived } } }}
      wordsOf={({ name, description }) => `${name} ${description}`}
      idOf={({ id }) => id}
      empty="There are no folders yet."
      order={{
        nameOf: ({ name }) => name,
        save: (order) => act('PATCH', '/channel_folders', { order }),
        cells: ({ name, is_archived, description }) => (
          <>
            <strong>{name}</strong> {is_archived && chip('archived')}
            <span class="quiet-text small">{description}</span>
          </>
        ),
      }}
      add="Create a folder"
      blank={
        <Form
          title="Create a folder"
          submit="Create"
          isNew
          chooses="channel_folder_id"
          fields={{ name: naming, description: 'Description' }}
          save={(given) => act('POST', '/channel_folders/create', { name: '', description: '', ...given })}
        />
      }
      heading={({ name, is_archived }) => named(name, is_archived && 'archived')}
      facts={({ description, date_created, creator_id }) => [
        ['Description', description || 'none'],
        ['Created', createdText(date_created, creator_id)],
      ]}
      detail={detailOf}
    />
  )
}

const naming = { label: 'Name', about: /folder.*exists/i }

function detailOf({ id, name, description, is_archived }: ChannelFolder) {
  const change = (given: Record<string, unknown>) => act('PATCH', `/channel_folders/${id}`, given)
  return (
    <>
      <FormPart
        title="Name and description"
        isOpen
        fields={{ name: { ...naming, initial: name }, description: { label: 'Description', initial: description } }}
        save={(_, all) => change(all)}
      />
      <div class="buttons">
        <Switch
          isOff={is_archived}
          off={['Archive', `${name} is archived.`, () => change({ is_archived: true })]}
          on={['Bring back from the archive', `${name} is back.`, () => change({ is_archived: false })]}
        />
      </div>
    </>
  )
}
