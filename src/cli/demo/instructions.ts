/** What somebody needs to go on by hand: where everything is, who there is, and calls to paste into a terminal. */

export interface Access {
  readonly name: string
  readonly role: string
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

export interface Places {
  /** The simulated server. */
  readonly site: string
  /** Where the bots take their deliveries. */
  readonly bots: string
  readonly people: readonly Access[]
  readonly botAccounts: readonly Access[]
}

export function instructions({ site, bots, people, botAccounts }: Places): string {
  const [person] = people
  const credentials = person === undefined ? '' : `${person.email}:${person.apiKey}`
  const api = `${site}/api/v1`
  return `
  Where
    the playground        ${site}/
    the simulated server  ${site}
    the bots              ${bots}

  Who (the API takes address and key by HTTP Basic authentication)
${people.map(row).join('\n')}

  Bots (a key to call the API, and the token that deliveries carry)
${botAccounts.map(row).join('\n')}

  Try
    # Mention a bot, and see what was said
    curl -s -u ${credentials} ${api}/messages \\
      -d type=channel -d to=1 -d topic=greetings --data-urlencode 'content=@**Echo** hello'
    curl -s -u ${credentials} -G ${api}/messages \\
      -d anchor=newest -d num_before=3 -d num_after=0 -d apply_markdown=false

    # Any endpoint
    curl -s ${api}/server_settings
    curl -s -u ${credentials} ${api}/realm/linkifiers
    curl -s -u ${credentials} ${api}/user_topics -d stream_id=2 -d topic=lunch -d visibility_policy=1
`
}

function row({ name, role, email, apiKey, token }: Access): string {
  const account = `    ${name.padEnd(12)}${role.padEnd(15)}${email.padEnd(28)}${apiKey}`
  return token === undefined ? account : `${account}  ${token}`
}
