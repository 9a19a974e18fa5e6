import { bakery, type OrganisationSeed } from 'earshot/simulator'

/** What must stay text wherever it is shown. Whatever of it is run says so in a dialogue, or in `pwned`. */
export const hostile = {
  script: '<script>pwned = 1; alert(1)</script>',
  image: '<img src=x onerror="pwned = 1; alert(2)">',
  link: '[press](javascript:alert(3)) <a href="javascript:pwned=1">here</a> javascript:alert(4)',
  data: '![seen](https://tracker.invalid/pixel.png) [open](data:text/html,<script>alert(5)</script>)',
  svg: '<svg onload="pwned=1"><style>body{display:none}</style><foreignObject><iframe srcdoc="<script>alert(6)</script>">',
  breakout: `"><input autofocus onfocus="pwned=1">'\`\${pwned=1}\`{{pwned=1}}</textarea></title>--><base href="https://tracker.invalid">`,
  longWord: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(20),
  rightToLeft: 'שלום ‮gnitirw desrever‬ مرحبا بالعالم \u2066isolated\u2069',
  stacked: `Z${'̴̡̛'.repeat(60)}algo`,
  tenThousand: `${'0123456789'.repeat(999)} the end.`,
} as const

const short = (text: string) => text.slice(0, 60)

/** The bakery, where whoever could choose a name chose a hostile one. */
export const hostileBakery: OrganisationSeed = {
  ...bakery,
  name: `Oberon ${hostile.script}`,
  description: hostile.image,
  users: bakery.users.map((user) =>
    user.user_id === 11
      ? { ...user, full_name: hostile.image, status: { text: short(hostile.breakout), emoji: 'bread' } }
      : user.user_id === 12
        ? { ...user, full_name: hostile.longWord.slice(0, 100), profile: { 1: hostile.link, 2: hostile.svg } }
        : user.user_id === 13
          ? { ...user, full_name: hostile.rightToLeft }
          : user,
  ),
  bots: bakery.bots.map((bot) => (bot.user_id === 21 ? { ...bot, full_name: hostile.script } : bot)),
  channels: bakery.channels.map((channel) =>
    channel.stream_id === 3 ? { ...channel, name: short(hostile.image), description: hostile.link } : channel,
  ),
  channel_folders: bakery.channel_folders.map((folder) =>
    folder.id === 1 ? { ...folder, name: short(hostile.svg), description: hostile.data } : folder,
  ),
  groups: bakery.groups.map((group) =>
    group.id === 22 ? { ...group, name: short(hostile.script), description: hostile.image } : group,
  ),
  linkifiers: [
    ...bakery.linkifiers,
    { id: 9, pattern: 'HACK-(?P<id>[0-9]+)', url_template: 'javascript:alert({id})' },
    { id: 10, pattern: 'TAG-(?P<id>[0-9]+)', url_template: 'https://example.com/"><script>alert(7)</script>{id}' },
  ],
  attachments: bakery.attachments.map((one) => (one.id === 2 ? { ...one, name: `${hostile.image}.txt` } : one)),
  profile_fields: bakery.profile_fields.map((field) =>
    field.id === 2 ? { ...field, name: short(hostile.script), hint: hostile.image } : field,
  ),
}
