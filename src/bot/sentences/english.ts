import type { Sentences } from './sentences.js'
import { wording } from './wording.js'

const { and, or, number, plural, span } = wording('en-GB')

const itShouldBe = (what: string | undefined) => (what === undefined ? '' : ` It should be ${what}.`)
const orMeant = (meant: string | undefined) => (meant === undefined ? '' : ` Did you mean ${meant}?`)

/** The built-in sentences in English, the default. */
export const english: Sentences = {
  helpWord: 'help',
  cancelWord: 'cancel',
  approveWord: 'approve',
  rejectWord: 'reject',
  stopWord: 'stop',
  oneself: 'me|myself',
  dateWords: {
    now: 'now',
    days: 'today tomorrow|tmrw|tmr day_after_tomorrow',
    weekdays:
      'sunday|sun monday|mon tuesday|tue|tues wednesday|wed|weds thursday|thu|thur|thurs friday|fri saturday|sat',
    months:
      'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
    units:
      'week|weeks|w day|days|d hour|hours|hr|hrs|h minute|minutes|min|mins|m second|seconds|sec|secs|s millisecond|milliseconds|ms',
    longUnits: 'month|months year|years',
    numbers: 'two three four five six seven eight nine ten eleven twelve',
    noon: 'noon|midday|12_noon midnight',
    halves: 'am|in_the_morning pm|in_the_afternoon|in_the_evening',
    parts:
      'morning|in_the_morning|this_morning|first_thing|at_dawn|at_sunrise at_lunch|lunchtime afternoon|in_the_afternoon|this_afternoon evening|eve|in_the_evening|this_evening night|tonight',
    clock: 'h',
    at: 'at|@',
    on: 'on|the|this|on_the',
    in: 'in',
    later: "from_now|'_time",
    and: 'and|&',
    a: 'a|an|one',
    half: 'half',
    of: 'of',
    more: 'week|weeks|month|year|weekend|ago|eod|end_of|early|late|quarter|fortnight|onwards|onward|after_next|of_next|of_this|plus|minus|less|after_lunch|after_work|after_dinner|before_lunch|before_work|at_sunset|at_dusk|at_breakfast|at_dinner',
    joints:
      'or|to|through|until|till|from|by|around|about|before|after|between|next|last|exactly|roughly|approximately|circa|maybe|perhaps',
    each: 'every|each',
    again: 'daily|weekly|monthly|weekdays|sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays',
    lasting: 'for',
    examples: {
      dates: ['2026-12-01 14:30', 'tomorrow at 9:00', 'friday', 'in 2 hours'],
      days: ['2026-12-01', 'tomorrow', 'friday', 'in 3 days'],
      spans: ['90s', '1h30m', '2 days'],
    },
  },

  helpHeading: 'I can do this:',
  learnMore: (help) => `Say ${help} to learn more about one of them.`,
  theseBeginWith: (text) => `These begin with ${text}:`,
  learnMoreAboutThem: (help) => `Say ${help} to learn more about them.`,
  usage: (command) => `Usage: ${command}`,
  examples: (commands) => `For example: ${commands.join(', ')}`,
  argumentIs: (argument, what) => `${argument} is ${what}.`,
  alsoCalled: (names) => `Also called: ${names.join(', ')}`,
  onlyFor: (people) => `Only for ${people}.`,
  waitBetweenUses: (milliseconds) => `Each person has to wait ${span(milliseconds)} between uses.`,

  notUnderstood: (help) => `I don't understand that. Say ${help} to see what I can do.`,
  didYouMean: (text, commands) => `I don't know ${text}. Did you mean ${or(commands)}?`,
  foreignLetters: (letters) => `From another alphabet: ${letters.join(', ')}.`,
  missing: (argument, what) => `${argument} is missing.${itShouldBe(what)}`,
  wrong: (argument, found, what, meant) => `${argument} can't be ${found}.${itShouldBe(what)}${orMeant(meant)}`,
  tooMuch: (text) => `I don't know what to do with ${text}.`,
  quotationNotClosed: (argument, mark) => `${argument}: I see ${mark}, but not the quotation mark that ends it.`,
  wordExpected: (word, found) => `I expected ${word} ${found === undefined ? 'at the end' : `in place of ${found}`}.`,

  aWord: 'a word',
  aWordOrSeveral: (example) => `a word, or several in quotation marks, such as ${example}`,
  aWholeNumber: (example) => `a whole number, such as ${example}`,
  aNumber: (examples) => `a number, such as ${or(examples)}`,
  aFile: 'an attached file',
  aLink: (example) => `a link, such as ${example}`,
  oneOf: (words) => `one of ${words.join(', ')}`,
  aSpanOfTime: (examples) => `a span of time, such as ${or(examples)}`,
  aDate: (examples) => `a date or time, such as ${or(examples)}`,
  aDay: (examples) => `a day, such as ${or(examples)}`,
  aPerson: (mention) => `a person: a mention such as ${mention}, an address, or an ID`,
  aGroup: (mention) => `a group: a mention such as ${mention}, or a name`,
  aTopic: (link) => `a channel and topic, such as ${link}`,

  isPast: (argument, moment) => `${argument} has passed: it would be ${moment}.`,
  unknownPerson: (argument, name, meant) => `${argument}: I don't know ${name}.${orMeant(meant)}`,
  unknownGroup: (argument, name, meant) => `${argument}: there is no group called ${name}.${orMeant(meant)}`,
  unknownChannel: (argument, name, meant) => `${argument}: I know no channel called ${name}.${orMeant(meant)}`,
  severalPeople: (argument, name, mentions) =>
    `${argument}: more than one is called ${name}. Say which: ${mentions.join(', ')}.`,

  owners: 'organization owners',
  administrators: 'organization administrators',
  moderators: 'organization moderators',
  members: 'full members (no guests)',
  everybody: 'people of this organization',
  groupMembers: (group) => `members of the group ${group}`,
  allOf: (people) => and(people),
  onlyTheyMay: (people) => `Only ${people} may do this.`,
  tooEarly: (milliseconds) => `Not so fast: please wait ${span(milliseconds)} before you ask for this again.`,

  sendAlone: (command) => `Send ${command} in a message of its own: it asks you something.`,
  pleaseAnswer: (choices, cancel) => `Please answer ${or(choices)}. Say ${cancel} to stop.`,
  waitingForAnswer: (cancel) => `I am waiting for your answer. Say ${cancel} to stop.`,
  cancelled: 'Cancelled.',
  answerTimedOut: 'I waited for an answer, but the time for it is up.',
  questionReplaced: 'I no longer wait for an answer to my earlier question.',
  onlyTheyMayAnswer: (people = 'those who were asked') => `Only ${people} may answer that.`,
  rightUnknown: "I couldn't look up whether you may answer that. Please try again.",
  nobodyToAsk: (people) => `I can't ask ${people}: there is no such group or person.`,
  tooFewToAsk: (people, needed, able) =>
    `I can't ask ${people} here: it takes ${number(needed)} to answer, and ${able === 0 ? 'nobody' : `only ${number(able)}`} can.`,

  approvalNeeded: (quorum, people, approve, reject) =>
    `This needs ${number(quorum)} ${plural(quorum, 'approval', 'approvals')} by ${people}. Say ${approve} or ${reject}.`,
  approvalsSoFar: (count, quorum) =>
    `${number(count)} of ${number(quorum)} ${plural(quorum, 'approval', 'approvals')} so far.`,
  approvalNoted: 'Thank you.',
  approvedBefore: 'You have approved this before.',
  othersDecide: (cancel) => `You asked for this yourself, so others decide. Say ${cancel} to take it back.`,
  rejectedBy: (person) => `Rejected by ${person}.`,
  approvalTimedOut: 'The time for the approval is up.',
  whichApproval: 'More than one approval waits here. Say its number with your answer:',

  failed: (delivery) => `Something went wrong; delivery ${delivery}.`,
  stopped: (delivery) => `I had to stop before I was done with that; delivery ${delivery}.`,
  tryingAgain: "That didn't work yet; I'm trying again.",
  interrupted: (delivery) => `I was interrupted, and can't tell whether I finished this; delivery ${delivery}.`,
  conversationInterrupted:
    'I was interrupted in the middle of that, and can’t tell how far I got. Please look, and begin again if need be.',
  conversationLost: 'I have lost track of what we were talking about. Please begin again.',
  conversationOutdated: 'I was changed since I asked, so I can’t go on with that. Please begin again.',
  conversationMoved: 'This conversation was moved to a channel that you are not in. It goes on there.',

  textStopped: '[stopped]',
  textCutOff: (reason) => `[cut off: ${reason}]`,
  somethingWentWrong: (delivery) => `something went wrong; delivery ${delivery}`,
  textTooLong: 'the text is too long',
  ranOutOfTime: 'I ran out of time',
  wasInterrupted: 'I was interrupted',

  followsNoLonger: 'I answer here again when you mention me.',

  mayIDoThis: (what) => `Shall I do this? ${what}`,
  askedTooMuch: 'I am asked too much just now. Please try again in a minute.',
}
