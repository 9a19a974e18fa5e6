import type { Objection } from '../../../protocol/index.js'

export interface Named {
  group(id: number): string
  channel(id: number): string
}

/** Why a group can't be deactivated, a sentence for each thing that uses it. */
export function objectionTexts(objections: readonly Objection[], named: Named): readonly string[] {
  return objections.flatMap((objection) => {
    const settings = (objection.settings ?? []).map(settingText).join(', ')
    if (objection.supergroup_ids !== undefined) {
      return objection.supergroup_ids.map((id) => `It is a subgroup of ${named.group(id)}: take it out there first.`)
    }
    const where =
      objection.channel_id !== undefined
        ? `the channel #${named.channel(objection.channel_id)}`
        : objection.group_id !== undefined
          ? `the group ${named.group(objection.group_id)}`
          : 'the organisation'
    return [`A permission of ${where} is given to it: ${settings || objection.type}.`]
  })
}

/** `can_manage_group` as people say it: `can manage group`. */
export function settingText(name: string): string {
  return name.replace(/_group$/, '').replaceAll('_', ' ')
}
