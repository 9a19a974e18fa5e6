import { errors } from '../../dist/protocol/index.js'
import { table } from './markdown.mjs'

/** Causes by what a message says; a message belongs to the first that it fits. The order here is that of the rules, not of the page. */
const causes = [
  [
    'Something that is already so, or too late',
    /already|deactivated|in use|time limit|not (currently )?(muted|deactivated)|pruned|no longer|(^|\s)sent$/i,
  ],
  [
    'Who may do it',
    /permission|authorized|allowed to|insufficient|disabled in|turned off|not enabled|must be an organi|only administrators|unable to access|can't own|only (organization owner|\{entity\})|cannot (activate|mute|start)|cannot be (made|moved|removed|edited|marked)|not supported for bot/i,
  ],
  [
    "Something that isn't there",
    /does(n't| not) exist|no such|not found|not subscribed|is not a (subgroup|member)|there is no member|do not exist|^invalid (user id|channel id|user group|attachment|message\(s\)|channel name '|email '|custom emoji\.)|bad event queue|in this queue|no presence data/i,
  ],
  ['The parameters', /^/],
]

const shown = ['The parameters', "Something that isn't there", 'Who may do it', causes[0][0]]

/** Refusals as a table for each cause. */
export function refusalsByCause(ids) {
  const causeOf = (id) => causes.find(([, says]) => says.test(errors[id].msg))[0]
  return shown.flatMap((cause) => {
    const rows = ids.filter((id) => causeOf(id) === cause).map(refusalRow)
    return rows.length === 0 ? [] : ['', `### ${cause}`, ...table(['message', 'code'], rows)]
  })
}

const refusalRow = (id) => [`\`${errors[id].msg}\``, `\`${errors[id].code ?? `HTTP_${errors[id].status}`}\``]
