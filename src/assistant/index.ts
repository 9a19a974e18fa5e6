/** Bots that answer with a language model. Runs on every runtime. */

export { type AssistantOptions, assistant } from './assistant.js'
export { ModelError } from './errors.js'
export type { Model, ModelFile, ModelMessage, ModelPiece, ModelRequest } from './model.js'
export { type OpenAiOptions, openAiModel } from './openAi.js'
export { textStreamModel } from './textStream.js'
export { type Tool, type ToolDetails, tool } from './tool.js'
