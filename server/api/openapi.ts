import { z } from 'zod'
import { callSummaries } from '../../app/texts/call-summaries.ts'
import { callTexts } from '../../app/texts/calls.ts'
import type { StaffOperation } from '../backoffice/staff-operation.ts'
import { toWireKeys, type WireNames, wireNameOf } from '../wire/names.ts'
import type { Operation } from '../wire/operation.ts'

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
    info: { title: callTexts.title(shopName), version: '1', description: callTexts.intro },
    servers: [{ url: '/' }],
    // No scheme of OpenAPI's: the token is a field of the body.
    security: [],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [`/api/${path}`, { post: describeCall(path, operation) }]),
    ),
    components: errorComponents(),
  }
}

/** The same for the staff's calls, whose token is in a header. */
export function buildStaffOpenApiDocument(operations: Record<string, StaffOperation>, shopName: string) {
  return {
    openapi: '3.1.1',
    info: { title: callTexts.staffTitle(shopName), version: '1', description: callTexts.staffIntro },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [
        `/api/${path}`,
        { post: describeStaffCall(path, operation) },
      ]),
    ),
    components: { ...errorComponents(), securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function errorComponents() {
  return {
    schemas: { Errors: z.toJSONSchema(ErrorResponse, { io: 'input' }) },
    responses: Object.fromEntries(
      Object.entries(callTexts.refusals).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
      ]),
    ),
  }
}

/** What every refusal looks like. */
export const ErrorResponse = z.object({
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
    .meta({ description: callTexts.errors }),
})

function describeCall(path: string, operation: Operation) {
  return {
    operationId: path.replace('/', '_'),
    summary: callSummaries[path],
    tags: [path.split('/')[0] ?? ''],
    ...(operation.takesIdempotencyKey && { parameters: [idempotencyKey] }),
    ...(operation.access !== 'anyone' && { requestBody: describeBody(operation) }),
    responses: describeResponses(operation.output),
  }
}

function describeStaffCall(path: string, { access, input, example, output }: StaffOperation) {
  const isPermission = access !== 'anyone' && access !== 'session'
  return {
    operationId: path.replace('/', '_'),
    summary: callSummaries[path],
    tags: ['staff'],
    ...(isPermission && { description: callTexts.permission(access) }),
    security: access === 'anyone' ? [] : [{ bearer: [] }],
    requestBody: {
      required: example !== undefined,
      content: { 'application/json': { schema: schemaOf(input, 'input'), example: (example ?? {}) as object } },
    },
    responses: describeResponses(output),
  }
}

function describeResponses(output: z.ZodType) {
  return {
    200: { description: 'OK', content: { 'application/json': { schema: schemaOf(output, 'output') } } },
    ...Object.fromEntries(
      Object.keys(callTexts.refusals).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 200 },
  description: callTexts.idempotencyKey,
}

function describeBody({ input, names = {}, example, access, takesFiles, requiresCaptcha }: Operation) {
  const { properties, required = [], ...schema } = toWireSchema(schemaOf(input, 'input'), names)
  const captcha = { captchaToken: { type: 'string' }, boxCaptchaToken: { type: 'string' } }
  const token = { type: 'string', description: callTexts.token[access] }
  const body = {
    schema: {
      ...schema,
      properties: { ...properties, ...(requiresCaptcha && captcha), token },
      required: [...required, 'token'],
    },
    example: { ...(toWireKeys(example, names) as object), token: callTexts.exampleToken },
  }
  return { required: true, content: { [takesFiles ? 'multipart/form-data' : 'application/json']: body } }
}

/** Its properties, and those of the objects in it, under their names on the wire. */
function toWireSchema({ properties, required, anyOf, ...rest }: JsonSchema, names: WireNames): JsonSchema {
  const renamedProperties = Object.entries(properties ?? {}).map(([key, schema]) => [
    wireNameOf(key, names),
    toWireSchema(schema, names),
  ])
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(renamedProperties) }),
    ...(anyOf && { anyOf: anyOf.map((one) => toWireSchema(one, names)) }),
    ...(required && { required: required.map((key) => wireNameOf(key, names)) }),
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}
