import { exemption, proxyFor, proxyVariable } from '../../node/proxies.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'

/** How the server is reached, where that is not what everybody has: through a proxy, or with authorities of its own. */
export function describeRoute({ client, credentials, email, environment }: BotCase): Finding[] {
  const url = new URL(client.site)
  const variable = proxyVariable(url, environment)
  const proxy = proxyFor(url, environment)
  const exempting = exemption(url, environment)
  const findings: Finding[] = []
  if (proxy !== undefined) {
    findings.push(about('proxy', email).ok(`${url.host} is called through the proxy ${proxy.host} (${proxy.variable})`))
  } else if (variable !== undefined) {
    const why = exempting === undefined ? 'it is this machine' : `${exempting} lists it`
    findings.push(about('proxy', email).ok(`${url.host} is called without the proxy in ${variable}, since ${why}`))
  }
  const { certBundle, insecure } = credentials
  if (certBundle !== undefined && !insecure && url.protocol === 'https:') {
    const text = `The certificate of ${url.host} is checked with the authorities in ${certBundle}`
    findings.push(about('certificate', email).ok(text))
  }
  return findings
}
