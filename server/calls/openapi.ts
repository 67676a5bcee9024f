import { z } from 'zod'
import { apiDocsTexts } from '../../app/texts/api-docs.ts'
import { operationSummaries } from '../../app/texts/operation-summaries.ts'
import { ShopError } from '../platform/errors.ts'
import { toWireKeys, type WireNames, wireNameOf } from '../wire/names.ts'
import type { Operation } from './operation.ts'
import examples from './staff/examples.json' with { type: 'json' }
import type { StaffOperation } from './staff/staff-operation.ts'

/** Answers of the demo shop, by path (`tests/domain/staff-call-examples.test.ts`). */
const generatedExamples: Record<string, object> = examples

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  required?: string[]
  [keyword: string]: unknown
}

export type OpenApiDocument = ReturnType<typeof buildOpenApiDocument>

/**
 * The published contract of the calls: an OpenAPI 3.1 document, generated from the registry alone.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function buildOpenApiDocument(operations: Record<string, Operation>, shopName: string) {
  return {
    openapi: '3.1.1',
    info: { title: apiDocsTexts.title(shopName), version: '1', description: apiDocsTexts.intro },
    servers: [{ url: '/' }],
    // No scheme of OpenAPI's: the token is a field of the body.
    security: [],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [
        `/api/${path}`,
        { post: describeOperation(path, operation) },
      ]),
    ),
    components: buildErrorComponents(),
  }
}

/** The same for the staff's calls, whose token is in a header. */
export function buildStaffOpenApiDocument(operations: Record<string, StaffOperation>, shopName: string) {
  return {
    openapi: '3.1.1',
    info: { title: apiDocsTexts.staffTitle(shopName), version: '1', description: apiDocsTexts.staffIntro },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [
        `/api/${path}`,
        { post: describeStaffOperation(path, operation) },
      ]),
    ),
    components: { ...buildErrorComponents(), securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function buildErrorComponents() {
  return {
    schemas: { Errors: z.toJSONSchema(ErrorResponseSchema, { io: 'input' }) },
    responses: Object.fromEntries(
      Object.entries(apiDocsTexts.statusDescriptions).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
      ]),
    ),
  }
}

/** What every refusal looks like. */
export const ErrorResponseSchema = z.object({
  errors: z
    .array(
      z.object({
        code: z.string(),
        message: z.string(),
        field: z.string().optional(),
        details: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1)
    .meta({ description: apiDocsTexts.errorsDescription }),
})

function describeOperation(path: string, operation: Operation) {
  return {
    operationId: path.replace('/', '_'),
    summary: operationSummaries[path],
    tags: [path.split('/')[0] ?? ''],
    ...(operation.acceptsIdempotencyKey && { parameters: [idempotencyKeyParameter] }),
    ...(operation.access !== 'anyone' && { requestBody: describeRequestBody(operation) }),
    responses: describeResponses(operation.output),
  }
}

function describeStaffOperation(path: string, operation: StaffOperation) {
  const { access, effect, input, example } = operation
  const needsPermission = access !== 'anyone' && access !== 'session'
  return {
    operationId: path.replace('/', '_'),
    summary: operationSummaries[path],
    tags: ['staff'],
    ...(needsPermission && { description: apiDocsTexts.permissionDescription(access) }),
    security: access === 'anyone' ? [] : [{ bearer: [] }],
    ...(effect === 'changes' && { parameters: [staffIdempotencyKeyParameter] }),
    ...(effect === 'reads' && { parameters: [ifNoneMatchParameter] }),
    requestBody: {
      required: !input.safeParse({}).success,
      content: { 'application/json': { schema: toJsonSchema(input, 'input'), example: (example ?? {}) as object } },
    },
    responses: {
      ...describeResponses(operation.output, operation.answerExample ?? generatedExamples[path]),
      ...describeRefusals(listRefusals(operation)),
      ...(effect === 'reads' && { 304: { description: apiDocsTexts.unchangedDescription } }),
    },
  }
}

/** Of every call of the staff, then the call's own. */
function listRefusals({ access, effect, refusals = [] }: StaffOperation): readonly ShopError[] {
  const input = new ShopError('input.invalid')
  if (access === 'anyone' || access === 'session') return [input, ...refusals]
  const ofAccess = [input, new ShopError('token.invalid'), new ShopError('staff.notAllowed')]
  const ofKeys = [
    new ShopError('key.invalid', { input: 'Idempotency-Key' }),
    new ShopError('key.reused', { input: 'Idempotency-Key' }),
    new ShopError('key.busy'),
  ]
  return [...ofAccess, ...(effect === 'changes' ? ofKeys : []), ...refusals]
}

/** By status, each refusal as an example under its code. */
function describeRefusals(refusals: readonly ShopError[]) {
  const statuses = [...new Set(refusals.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = refusals.filter((refusal) => refusal.status === status)
      const examples = ofStatus.map((refusal) => [refusal.code, { value: { errors: [toErrorExample(refusal)] } }])
      const description: string =
        apiDocsTexts.statusDescriptions[status as keyof typeof apiDocsTexts.statusDescriptions]
      return [
        status,
        {
          description: `${description}: ${ofStatus.map(({ code }) => code).join(', ')}`,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Errors' },
              examples: Object.fromEntries(examples),
            },
          },
        },
      ]
    }),
  )
}

function toErrorExample({ code, message, input }: ShopError) {
  return { code, message, ...(input !== undefined && { field: input }) }
}

function describeResponses(output: z.ZodType, example?: unknown) {
  const content = { schema: toJsonSchema(output, 'output'), ...(example !== undefined && { example }) }
  return {
    200: { description: 'OK', content: { 'application/json': content } },
    ...Object.fromEntries(
      Object.keys(apiDocsTexts.statusDescriptions).map((status) => [
        status,
        { $ref: `#/components/responses/${status}` },
      ]),
    ),
  }
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 200 },
  description: apiDocsTexts.idempotencyKeyDescription,
}

const staffIdempotencyKeyParameter = {
  ...idempotencyKeyParameter,
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  description: apiDocsTexts.staffIdempotencyKeyDescription,
}

const ifNoneMatchParameter = {
  name: 'If-None-Match',
  in: 'header',
  schema: { type: 'string' },
  description: apiDocsTexts.ifNoneMatchDescription,
}

function describeRequestBody({ input, wireNames = {}, example, access, acceptsFiles, requiresCaptcha }: Operation) {
  const { properties, required = [], ...schema } = toWireSchema(toJsonSchema(input, 'input'), wireNames)
  const captchaProperties = { captchaToken: { type: 'string' }, boxCaptchaToken: { type: 'string' } }
  const tokenProperty = { type: 'string', description: apiDocsTexts.tokenDescriptions[access] }
  const body = {
    schema: {
      ...schema,
      properties: { ...properties, ...(requiresCaptcha && captchaProperties), token: tokenProperty },
      required: [...required, 'token'],
    },
    example: { ...(toWireKeys(example, wireNames) as object), token: apiDocsTexts.exampleToken },
  }
  return { required: true, content: { [acceptsFiles ? 'multipart/form-data' : 'application/json']: body } }
}

/** Its properties, and those of the objects in it, under their names on the wire. */
function toWireSchema(
  { properties, required, anyOf, ...remainingKeywords }: JsonSchema,
  wireNames: WireNames,
): JsonSchema {
  const renamedProperties = Object.entries(properties ?? {}).map(([key, schema]) => [
    wireNameOf(key, wireNames),
    toWireSchema(schema, wireNames),
  ])
  return {
    ...remainingKeywords,
    ...(properties && { properties: Object.fromEntries(renamedProperties) }),
    ...(anyOf && { anyOf: anyOf.map((alternative) => toWireSchema(alternative, wireNames)) }),
    ...(required && { required: required.map((key) => wireNameOf(key, wireNames)) }),
  }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return jsonSchema
}
