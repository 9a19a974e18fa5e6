import { actor } from '../actor.js'
import { choose } from '../address.js'
import { organisation } from '../organisation.js'
import { Select } from '../ui/Select.js'

/** Chooses the account that views and changes the organisation, and calls the API. */
export function WhoActs() {
  const { users, bots } = organisation.value
  return (
    <Select
      label="Who acts"
      options={[...users, ...bots].map((one) => [
        one.user_id,
        `${one.full_name}, ${one.is_active ? one.role : 'deactivated'}`,
      ])}
      chosen={actor.value?.user_id}
      onChoose={(as) => choose({ as })}
    />
  )
}
