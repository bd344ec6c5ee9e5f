/**
 * Fails to compile when a version of a vendor's SDK adds, renames or removes a part of a reply: an adapter must read it,
 * or it must be listed here as not ours.
 */
import type {
  ContentBlock,
  StopReason,
  TextCitation,
  WebSearchToolResultBlockContent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  BlockedReason,
  FinishReason,
  GroundingChunk,
  GroundingMetadata,
  GroundingSupport,
  Interactions,
  Part,
} from '@google/genai';
import type {
  ResponseFunctionWebSearch,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputText,
  ResponseStatus,
} from 'openai/resources/responses/responses';
import type { KnownEnding } from '../src/collect/endings.ts';
import type { SHAPE as CHATGPT } from '../src/collect/platforms/chatgpt/chatgpt.ts';
import type { SHAPE as CLAUDE } from '../src/collect/platforms/claude/claude.ts';
import type { SHAPE as DEEPSEEK } from '../src/collect/platforms/deepseek/deepseek.ts';
import type { SHAPE as GEMINI } from '../src/collect/platforms/gemini/gemini.ts';
import type { INTERACTIONS } from '../src/collect/platforms/gemini/interactions.ts';
import type { SHAPE as GROK } from '../src/collect/platforms/grok/grok.ts';

/** `new`: neither read nor named here. `gone`: named here, but no longer in the SDK, or read in the meantime. */
type Covered<Vendor, Read, NotOurs> = [
  Exclude<Vendor, Read | NotOurs>,
  Exclude<NotOurs, Exclude<Vendor, Read>>,
] extends [never, never]
  ? true
  : { new: Exclude<Vendor, Read | NotOurs>; gone: Exclude<NotOurs, Exclude<Vendor, Read>> };
function holds<_Result extends true>(): void {}

type Known<Shape extends { types: object }, Path extends keyof Shape['types']> = Extract<
  Shape['types'][Path],
  readonly unknown[]
>[number];
type Fields<Path extends keyof (typeof GEMINI)['fields']> = (typeof GEMINI)['fields'][Path][number];
/** The literals of a union that the SDK opens with `string & {}`. */
type Literals<Text> = Text extends string ? (string extends Text ? never : Text) : never;

// OpenAI's Responses. Only web search is offered to the model, so the calls of other tools are not ours.
type OtherTools =
  | 'additional_tools'
  | 'apply_patch_call'
  | 'apply_patch_call_output'
  | 'code_interpreter_call'
  | 'compaction'
  | 'computer_call'
  | 'computer_call_output'
  | 'custom_tool_call'
  | 'custom_tool_call_output'
  | 'file_search_call'
  | 'function_call'
  | 'function_call_output'
  | 'image_generation_call'
  | 'local_shell_call'
  | 'local_shell_call_output'
  | 'mcp_approval_request'
  | 'mcp_approval_response'
  | 'mcp_call'
  | 'mcp_list_tools'
  | 'program'
  | 'program_output'
  | 'shell_call'
  | 'shell_call_output'
  | 'tool_search_call'
  | 'tool_search_output';
type Action = ResponseFunctionWebSearch['action']['type'];
type MessagePart = ResponseOutputMessage['content'][number]['type'];
type Annotation = ResponseOutputText['annotations'][number]['type'];
holds<Covered<ResponseOutputItem['type'], Known<typeof CHATGPT, 'output.*.type'>, OtherTools>>();
holds<Covered<Action, Known<typeof CHATGPT, 'output.*.action.type'>, never>>();
holds<Covered<MessagePart, Known<typeof CHATGPT, 'output.*.content.*.type'>, never>>();
holds<Covered<Annotation, Known<typeof CHATGPT, 'output.*.content.*.annotations.*.type'>, never>>();
holds<Covered<ResponseStatus, KnownEnding, never>>();
holds<
  Covered<
    ResponseFunctionWebSearch['status'],
    'completed' | 'failed' | 'in_progress' | 'incomplete' | 'searching',
    never
  >
>();
holds<Covered<NonNullable<ResponseOutputMessage['phase']>, 'commentary' | 'final_answer', never>>();

// xAI documents its Responses as OpenAI's. It cites pages only.
holds<Covered<ResponseOutputItem['type'], Known<typeof GROK, 'output.*.type'>, OtherTools>>();
holds<Covered<MessagePart, Known<typeof GROK, 'output.*.content.*.type'>, never>>();
type FileCitation = 'container_file_citation' | 'file_citation' | 'file_path';
holds<Covered<Annotation, Known<typeof GROK, 'output.*.content.*.annotations.*.type'>, FileCitation>>();

// Anthropic's Messages, and DeepSeek's in the same format. No tool of our own, files or fetching is offered.
type OtherBlocks = 'container_upload' | 'tool_search_tool_result' | 'tool_use' | 'web_fetch_tool_result';
type CodeBlocks = `${'' | 'bash_' | 'text_editor_'}code_execution_tool_result`;
type DocumentCitation = `${'char' | 'content_block' | 'page' | 'search_result'}_location`;
type SearchResult = Extract<WebSearchToolResultBlockContent, unknown[]>[number]['type'];
holds<Covered<ContentBlock['type'], Known<typeof CLAUDE, 'content.*.type'>, OtherBlocks>>();
holds<Covered<ContentBlock['type'], Known<typeof DEEPSEEK, 'content.*.type'>, OtherBlocks | CodeBlocks>>();
holds<Covered<TextCitation['type'], Known<typeof CLAUDE, 'content.*.citations.*.type'>, DocumentCitation>>();
holds<Covered<SearchResult, Known<typeof CLAUDE, 'content.*.content.*.type'>, never>>();
holds<Covered<SearchResult, Known<typeof DEEPSEEK, 'content.*.content.*.type'>, never>>();
holds<Covered<StopReason, KnownEnding, never>>();

// Google's generateContent. Parts, chunks and endings of files, code, sound and pictures are not ours.
type OtherParts =
  | 'audioTranscription'
  | 'codeExecutionResult'
  | 'executableCode'
  | 'fileData'
  | 'functionCall'
  | 'functionResponse'
  | 'inlineData'
  | 'mediaProcessing'
  | 'mediaResolution'
  | 'partMetadata'
  | 'speechMetadata'
  | 'toolCall'
  | 'toolResponse'
  | 'videoMetadata';
holds<Covered<keyof Part, Fields<'candidates.*.content.parts.*'>, OtherParts>>();
type Metadata = Fields<'candidates.*.groundingMetadata'>;
type OtherMetadata = 'googleMapsWidgetContextToken' | 'imageSearchQueries' | 'retrievalQueries' | 'sourceFlaggingUris';
holds<Covered<keyof GroundingMetadata, Metadata, OtherMetadata>>();
holds<Covered<keyof GroundingChunk, Fields<'candidates.*.groundingMetadata.groundingChunks.*'>, 'image'>>();
holds<Covered<keyof GroundingSupport, Fields<'candidates.*.groundingMetadata.groundingSupports.*'>, 'renderedParts'>>();
holds<Covered<Lowercase<`${FinishReason | BlockedReason}`>, KnownEnding, never>>();

// Google's Interactions.
type Step = Interactions.Interaction['steps'] extends (infer One)[] | undefined ? One : never;
type OtherSteps =
  `${'code_execution' | 'file_search' | 'function' | 'google_maps' | 'mcp_server_tool' | 'processing' | 'retrieval'}_${'call' | 'result'}`;
holds<Covered<Literals<NonNullable<Step>['type']>, Known<typeof INTERACTIONS, 'steps.*.type'>, OtherSteps>>();
holds<Covered<Literals<NonNullable<Interactions.Interaction['status']>>, KnownEnding, never>>();

// The check itself: a member that is new, gone or read in the meantime does not compile.
// @ts-expect-error
holds<Covered<StopReason | 'planted', KnownEnding, never>>();
// @ts-expect-error
holds<Covered<ContentBlock['type'], Known<typeof CLAUDE, 'content.*.type'>, OtherBlocks | 'planted'>>();
// @ts-expect-error
holds<Covered<Annotation, Known<typeof CHATGPT, 'output.*.content.*.annotations.*.type'>, 'file_path'>>();
