import { EarshotError, nameErrors } from '../errors.js'
import { installing } from '../node/redisConnection.js'

export type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Loads the SDK, an optional package. @throws {McpSdkError} if it isn't installed */
export async function loadSdk() {
  try {
    const [{ McpServer, ResourceTemplate }, { StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ])
    return { McpServer, ResourceTemplate, StdioServerTransport }
  } catch (error) {
    throw new McpSdkError(error)
  }
}

class McpSdkError extends EarshotError {
  constructor(cause: unknown) {
    const advice = `Run \`${installing(['@modelcontextprotocol/sdk@1'])}\`.`
    super(
      'mcp_sdk_missing',
      `Tools for agents need the package @modelcontextprotocol/sdk, and it is not installed. ${advice}`,
      { cause },
    )
  }
}

nameErrors({ McpSdkError })
