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

/** HTML that a server that is not careful could send for a message: what has got past sanitisers before. */
export const hostileHtml: readonly string[] = [
  '<script>pwned = 1</script><SCRIPT SRC=//tracker.invalid/x.js></SCRIPT><scr<script>ipt>pwned=1</script>',
  '<img src=x onerror=pwned=1><img/src=x/onerror=pwned=1><img src="x`" onerror="pwned=1"><IMG SRC=`x` ONERROR=pwned=1>',
  '<p onclick="pwned=1" onmouseover=pwned=1 style="position:fixed;inset:0" id="app" tabindex=0 autofocus onfocus=pwned=1>p</p>',
  // Addresses that run, written as no filter expects them.
  ...[
    'javascript:pwned=1',
    ' \t\njavascript:pwned=1',
    'java\nscript:pwned=1',
    'java&#10;script&colon;pwned=1',
    '&#x6A;avascript:pwned=1',
    '&#1;javascript:pwned=1',
    'JaVaScRiPt:pwned=1',
    'vbscript:pwned=1',
    'data:text/html,<script>pwned=1</script>',
    'blob:https://tracker.invalid/1',
    'view-source:javascript:pwned=1',
    '//tracker.invalid/',
    '\\\\tracker.invalid',
  ].map(
    (address) =>
      `<a href="${address}">address</a><img src="${address}"><img class="emoji" src="${address}"><img srcset="${address}">` +
      `<math href="${address}" xlink:href="${address}"><semantics href="${address}">address</semantics></math>` +
      `<svg><a xlink:href="${address}" href="${address}"><text>address</text></a></svg>`,
  ),
  '<a href="https://example.com" target="_self" ping="https://tracker.invalid" rel="opener">ping</a>',
  // What is read anew becomes something else.
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned=1&gt;">',
  '<math><annotation-xml encoding="text/html"><p><img src=x onerror=pwned=1></p></annotation-xml></math>',
  '<math><semantics><annotation encoding="text/html"><img src=x onerror=pwned=1></annotation></semantics></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwned=1>',
  '<svg></p><style><a id="</style><img src=1 onerror=pwned=1>">',
  '<svg><desc><p><style><img title="</style><img src onerror=pwned=1>"></desc></svg>',
  '<svg><foreignObject><p><img src=x onerror=pwned=1></p></foreignObject><use href="data:image/svg+xml,<svg/>#x"/></svg>',
  '<svg><animate attributeName=href values=javascript:pwned=1 /><set attributeName=onmouseover to=pwned=1 /></svg>',
  '<svg><![CDATA[><img src=x onerror=pwned=1>]]></svg><![CDATA[><img src=x onerror=pwned=1>]]>',
  '<noscript><p title="</noscript><img src=x onerror=pwned=1>"></noscript>',
  '<template><img src=x onerror=pwned=1><script>pwned=1</script></template>',
  '<div><template shadowrootmode="open"><img src=x onerror=pwned=1></template></div>',
  '<style>@import "https://tracker.invalid/x.css";*{display:none}</style><link rel=stylesheet href=//tracker.invalid/x.css>',
  '<p title="a\n><img src=x onerror=pwned=1>\n<p class=\'b">newline</p>',
  '<!--><img src=x onerror=pwned=1>--><!--!><img src=x onerror=pwned=1>--!><p><!-- a comment --></p><?php pwned ?>',
  '<textarea></p><img title="</textarea><img src=x onerror=pwned=1>"><title></title><xmp><img src=x onerror=pwned=1></xmp>',
  // Fields that stand for properties of what they are in.
  '<form><input name=localName><input name=namespaceURI><input name=childNodes><input name=getAttribute>form</form>',
  '<form id=app><form><button formaction=javascript:pwned=1>nested</button></form></form>',
  '<img name=body><img name=createElement><form name=querySelector><a id=organisation href=//tracker.invalid>clobbered</a>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe><object data=javascript:pwned=1></object><embed src=//tracker.invalid>',
  '<base href="//tracker.invalid/"><meta http-equiv=refresh content="0;url=//tracker.invalid"><video src=x onerror=pwned=1>',
  '<details open ontoggle=pwned=1><summary>toggle</summary></details><marquee onstart=pwned=1>m</marquee><dialog open>d</dialog>',
  '<isindex action=javascript:pwned=1 type=image><input type=image src=//tracker.invalid onerror=pwned=1>',
  `${'<div>'.repeat(600)}deep`,
  '<a href="https://example.com/seen">seen</a>, <strong>bold</strong> and the end',
]

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
