import { type Case, missing, notThere, success } from '../format.js'
import { like } from '../matchers.js'

const created = success({ url: like(/^https?:\/\/.+/) })

/** Section 4.16: POST /calls/ext_talk/create. */
export const cases: readonly Case[] = [
  {
    spec: ['4.16', '4.16/room_name'],
    title: 'gives the address of a new call',
    as: 'hamlet',
    request: 'POST /api/v1/calls/ext_talk/create',
    form: 'room_name=Morning+%26+evening',
    answer: created,
  },
  {
    spec: ['4.16/room_name'],
    title: 'needs room_name',
    as: 'hamlet',
    request: 'POST /api/v1/calls/ext_talk/create',
    form: '',
    answer: missing('room_name'),
  },
  {
    spec: ['4.16', 'level/465'],
    title: 'is not there before feature level 465',
    level: 464,
    as: 'hamlet',
    request: 'POST /api/v1/calls/ext_talk/create',
    form: 'room_name=Morning',
    answer: notThere,
  },
  {
    spec: ['4.16', 'level/465'],
    title: 'is there from feature level 465 on',
    level: 465,
    as: 'hamlet',
    request: 'POST /api/v1/calls/ext_talk/create',
    form: 'room_name=Morning',
    answer: created,
  },
]
