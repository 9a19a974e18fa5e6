import type { ChannelFolder } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { act, press } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { dateText, nameOf } from './names.js'
import { OrderList } from './OrderList.js'
import { Facts, Page, Part } from './Page.js'

/** The folders of channels in their order, archived ones among them. */
export function Folders() {
  const { answer, problem } = useLive<{ channel_folders: ChannelFolder[] }>('/channel_folders', /^channel_folder/, {
    include_archived: true,
  })
  return (
    <Page<ChannelFolder>
      title="Folders"
      rows={answer?.channel_folders ?? []}
      problem={problem}
      hint="Name, is:archived"
      fields={{ is: { kind: 'flags', flags: { archived: ({ is_archived }) => is_archived } } }}
      wordsOf={({ name, description }) => `${name} ${description}`}
      idOf={({ id }) => String(id)}
      empty="There are no folders yet."
      add="Create a folder"
      list={(rows, isSearched) => (
        <OrderList
          label="Folders in order"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          isFixed={isSearched}
          save={(order) => act('PATCH', '/channel_folders', { order })}
          cells={(folder) => (
            <>
              <strong>{folder.name}</strong> {folder.is_archived && <span class="chip">archived</span>}
              <span class="quiet-text small">{folder.description}</span>
            </>
          )}
        />
      )}
      blank={() => (
        <>
          <h3>Create a folder</h3>
          <Form
            label="Create a folder"
            submit="Create"
            empties
            fields={parts}
            save={async (filled) => {
              const { channel_folder_id } = await act<{ channel_folder_id: number }>(
                'POST',
                '/channel_folders/create',
                {
                  name: filled.text('name'),
                  description: filled.text('description'),
                },
              )
              choose({ id: String(channel_folder_id) })
            }}
          />
        </>
      )}
      detail={(folder) => <Folder folder={folder} />}
    />
  )
}

const parts = [
  { name: 'name', label: 'Name', about: /name|folder.*exists/i },
  { name: 'description', label: 'Description' },
] as const

function Folder({ folder }: { folder: ChannelFolder }) {
  const path = `/channel_folders/${folder.id}`
  const archive = (is_archived: boolean) => () => act('PATCH', path, { is_archived })
  return (
    <>
      <h3>
        {folder.name} {folder.is_archived && <span class="chip">archived</span>}
      </h3>
      <Facts
        facts={[
          ['Description', folder.description || 'none'],
          ['Created', `${dateText(folder.date_created)} by ${nameOf(folder.creator_id)}`],
        ]}
      />
      <Part title="Name and description" isOpen>
        <Form
          label={`Name and description of ${folder.name}`}
          submit="Save"
          done="Saved."
          fields={parts.map((field) => ({ ...field, initial: folder[field.name] }))}
          save={(filled) => act('PATCH', path, { name: filled.text('name'), description: filled.text('description') })}
        />
      </Part>
      <div class="buttons">
        {folder.is_archived ? (
          <button
            type="button"
            class="main"
            onClick={() => press(`${folder.name} is back.`, archive(false), archive(true))}
          >
            Bring back from the archive
          </button>
        ) : (
          <button
            type="button"
            class="serious"
            onClick={() => press(`${folder.name} is archived.`, archive(true), archive(false))}
          >
            Archive
          </button>
        )}
      </div>
    </>
  )
}
