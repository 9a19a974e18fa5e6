import { channelFolder } from '../entities.js'
import { badRequest, type Case, fieldsOf, notThere, success } from '../format.js'
import { listOf } from '../matchers.js'

const kitchen = {
  ...channelFolder,
  id: 1,
  name: 'Kitchen',
  order: 1,
  creator_id: 8,
  description: 'Where the *work* is done',
  rendered_description: '<p>Where the <em>work</em> is done</p>',
  is_archived: false,
}
const frontOfHouse = {
  ...channelFolder,
  id: 2,
  name: 'Front of house',
  order: 0,
  creator_id: 7,
  description: '',
  rendered_description: '',
  is_archived: false,
}
const closedBranch = { ...channelFolder, id: 3, name: 'Closed branch', order: 2, creator_id: null, is_archived: true }

const { order: _, ...unordered } = channelFolder

/** Section 4.15: GET /channel_folders. */
export const cases: readonly Case[] = [
  {
    spec: ['4.15', '4.15/sorted', '4.15/include_archived', ...fieldsOf('2.11', channelFolder)],
    title: 'lists the folders that are not archived, by order',
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders',
    answer: success({ channel_folders: [frontOfHouse, kitchen] }),
  },
  {
    spec: ['4.15/include_archived', '2.11/is_archived', '2.11/creator_id'],
    title: 'lists the archived ones as well when asked to',
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders?include_archived=true',
    answer: success({ channel_folders: [frontOfHouse, kitchen, closedBranch] }),
  },
  {
    spec: ['4.15/include_archived'],
    title: 'refuses an include_archived that is not a boolean',
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders?include_archived=%22true%22',
    answer: badRequest('include_archived is not a boolean'),
  },
  {
    spec: ['4.15/sorted', '2.11/order', 'level/414'],
    title: 'has an order at feature level 414',
    level: 414,
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders',
    answer: success({ channel_folders: [frontOfHouse, kitchen] }),
  },
  {
    spec: ['4.15/sorted', '2.11/order', 'level/414'],
    title: 'listed the folders by ID, without an order, before feature level 414',
    level: 413,
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders',
    answer: success({
      channel_folders: [
        { ...unordered, id: 1 },
        { ...unordered, id: 2 },
      ],
    }),
  },
  {
    spec: ['4.15', 'level/389'],
    title: 'is not there before feature level 389',
    level: 388,
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders',
    answer: notThere,
  },
  {
    spec: ['4.15', 'level/389'],
    title: 'is there from feature level 389 on',
    level: 389,
    as: 'hamlet',
    request: 'GET /api/v1/channel_folders',
    answer: success({ channel_folders: listOf(unordered) }),
  },
]
