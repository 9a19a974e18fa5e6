/** Bots that answer with a language model. Runs on every runtime. */

export { type AssistantOptions, assistant } from './assistant.js'
export { ModelError, type ModelErrorCode } from './errors.js'
export type { Model, ModelMessage, ModelPiece, ModelRequest, ModelTool, ToolCall } from './model.js'
export { type OpenAiOptions, openAiModel } from './openAi.js'
export { type TextStreamResult, textStreamModel } from './textStream.js'
export { type Tool, type ToolArgs, type ToolDetails, tool } from './tool.js'
