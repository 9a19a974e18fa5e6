import { EarshotError, nameErrors } from '../errors.js'

export type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Loads the SDK, which is installed by those who need it. @throws {McpSdkError} if it isn't */
export async function loadSdk() {
  try {
    const [{ McpServer, ResourceTemplate }, { StdioServerTransport }, http] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    ])
    return {
      McpServer,
      ResourceTemplate,
      StdioServerTransport,
      HttpTransport: http.WebStandardStreamableHTTPServerTransport,
    }
  } catch (error) {
    throw new McpSdkError(error)
  }
}

export class McpSdkError extends EarshotError {
  constructor(cause: unknown) {
    const what =
      'The Model Context Protocol needs the package @modelcontextprotocol/sdk, which is not installed beside Earshot.'
    super('NO_MCP_SDK', `${what} Run: npm install --save-dev @modelcontextprotocol/sdk@1`, { cause })
  }
}

nameErrors({ McpSdkError })
