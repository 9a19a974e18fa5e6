import { useSignalEffect } from '@preact/signals'
import { FlaskConical, PanelRight, Pencil } from 'lucide'
import type { ListedBot, ListedUser } from '../../../simulator/public/organisation.js'
import { organisation } from '../organisation.js'
import { room } from '../room.js'
import { saving } from '../saving/saving.js'
import { Button, IconButton, Loading, marks, Select } from '../ui/index.js'
import { Compose } from './compose/Compose.js'
import {
  beginSomewhere,
  conversation,
  keepConversation,
  openConversation,
  peopleToBe,
  switchUser,
} from './conversation.js'
import { conversationText, type ViewedConversation } from './conversationText.js'
import { FirstSteps } from './FirstSteps.js'
import { MessageList } from './MessageList.js'
import { MoveDialog, type Moving, moving } from './MoveDialog.js'
import { namedPerson, placeWords } from './names.js'
import { followAddress } from './openLink.js'
import { type ChatPlace, directPlace } from './place.js'
import { isPanelOpen, openPanel } from './SidePanel.js'
import { type ChatSession, sessionOf } from './session.js'
import { Drawer } from './sidebar/Sidebar.js'
import type { ChatState } from './state.js'

/** The open conversation, as one person. */
export function ConversationView() {
  useSignalEffect(beginSomewhere)
  useSignalEffect(keepConversation)
  useSignalEffect(followAddress)
  const open = conversation.value
  return (
    <div class="grow tall">
      {moving.value && <MoveDialog key={moving.value.messageId} {...moving.value} />}
      {open === undefined ? <Loading /> : <Open {...open} />}
    </div>
  )
}

function Open(open: ViewedConversation) {
  const { userId, place } = open
  const session = sessionOf(userId)
  const key = conversationText(open)
  const name = organisation.value.users.find(({ user_id }) => user_id === userId)?.full_name ?? 'somebody'
  return (
    <section class="grow tall" aria-label={`Conversation, as ${name}`}>
      <Head open={open} session={session} />
      <FirstSteps place={place} />
      <MessageList key={key} session={session} place={place} />
      <Typing session={session} place={place} />
      <Compose key={`compose ${key}`} userId={userId} place={place} />
    </section>
  )
}

/** The person and the place. */
function Head({ open, session }: { open: ViewedConversation; session: ChatSession }) {
  const { userId, place } = open
  const state = session.state.value
  const bots = organisation.value.bots.filter(({ is_active, type }) => is_active && type === 'generic')
  return (
    <header class="conversation-head head">
      {room.value === 'narrow' && <Drawer />}
      <label class="be">
        <span class="unseen">You are</span>
        <select
          class="quiet"
          value={String(userId)}
          onChange={({ currentTarget }) => switchUser(Number(currentTarget.value))}
        >
          <optgroup label="People">{peopleToBe().map(optionOf)}</optgroup>
          {bots.length > 0 && <optgroup label="Bots">{bots.map(optionOf)}</optgroup>}
        </select>
      </label>
      {state && <Where state={state} place={place} session={session} />}
      <span class="conversation-do in-a-row small">
        <Button icon={FlaskConical} says={<span>Save as a test</span>} onPress={() => (saving.value = open)} />
        {!isPanelOpen() && (
          <IconButton label="Inspector" title="Deliveries, beside the chat" icon={PanelRight} onPress={openPanel} />
        )}
      </span>
    </header>
  )
}

const optionOf = ({ user_id, full_name, role }: ListedUser | ListedBot) => (
  <option key={user_id} value={String(user_id)}>
    {full_name}
    {role !== 'member' && `, ${role}`}
  </option>
)

function Where({ state, place, session }: { state: ChatState; place: ChatPlace; session: ChatSession }) {
  const { userId } = session
  const { title, topic } = placeWords(state, place)
  const channel = 'channelId' in place ? state.channels.get(place.channelId) : undefined
  return (
    <h2 class="where">
      {place.kind === 'topic' ? (
        <Button
          says={<bdi>{title}</bdi>}
          class="quiet"
          title={`All of ${title}`}
          onPress={() => openConversation(userId, { kind: 'channel', channelId: place.channelId })}
        />
      ) : (
        <bdi>{title}</bdi>
      )}
      {topic !== undefined && (
        <bdi class="topic" title={topic}>
          {` › ${topic}`}
        </bdi>
      )}
      {place.kind === 'topic' && <MoveTopic session={session} place={place} />}
      {place.kind === 'direct' && <Add state={state} userIds={place.userIds} />}
      {marks(
        channel?.isPrivate && 'private',
        channel?.isArchived && 'archived',
        channel?.isSubscribed === false && 'not subscribed',
      )}
    </h2>
  )
}

/** Renames, moves or resolves the topic, once there is a message in it. */
function MoveTopic({ session, place }: { session: ChatSession; place: Moving['from'] }) {
  const newest = session.messagesIn(place).value?.list.at(-1)
  if (newest === undefined) return null
  const move = () => (moving.value = { userId: session.userId, messageId: newest.id, from: place, scope: 'change_all' })
  return <IconButton label="Rename, move or resolve the topic" icon={Pencil} onPress={move} />
}

/** Adds a person to the direct conversation. */
function Add({ state, userIds }: { state: ChatState; userIds: readonly number[] }) {
  const others = [...state.people.values()].filter(
    ({ user_id, is_active, isSystem }) => is_active && !isSystem && !userIds.includes(user_id),
  )
  return (
    <Select
      class="add quiet"
      aria-label="Add somebody"
      options={[['', '+'], ...others.map(({ user_id, full_name }) => [user_id, full_name] as const)]}
      chosen=""
      onChoose={(id) => openConversation(state.ownId, directPlace([...userIds, Number(id)], state.ownId))}
    />
  )
}

function Typing({ session, place }: { session: ChatSession; place: ChatPlace }) {
  const state = session.state.value
  const ids = session.typing(place)
  if (state === undefined || ids.length === 0) return null
  const names = ids.map((id) => namedPerson(state, id).name)
  return (
    <p class="typing small quiet-text" role="status">
      {names.length > 3
        ? 'Several people are writing …'
        : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} writing …`}
    </p>
  )
}
