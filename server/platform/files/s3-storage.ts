import { AwsClient } from 'aws4fetch'
import { runInSpan } from '../tracing.ts'
import type { FileStorage } from './file-storage.ts'

/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** With the bucket, without a slash at the end. */
  endpoint: URL
  /** What all keys begin with: a folder with its slash, or nothing. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** From the first byte sent to the last one read, in milliseconds: a file has up to 10 MB. */
const timeoutMs = 20_000
/** For a store that answers that it is busy; a request without any response is not repeated. */
const maxRetries = 2

/**
 * Reads `s3://KEY:SECRET@HOST/BUCKET?region=REGION`; in KEY and SECRET what has a meaning in addresses is escaped (`%2F`). A
 * folder may follow the bucket. `s3+http:` is the same without TLS.
 * @returns null for any other text
 */
export function parseS3Url(text: string): S3Location | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text)
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[protocol]
  const [bucket, ...folders] = pathname.split('/').filter(Boolean)
  const [accessKeyId, secretAccessKey] = [tryDecodeUriComponent(username), tryDecodeUriComponent(password)]
  const hasUnsupportedParts =
    [...searchParams.keys()].some((name) => name !== 'region') ||
    [bucket, ...folders].some((name) => !/^[\w.-]+$/.test(name ?? '')) ||
    hash !== ''
  if (!scheme || !accessKeyId || !secretAccessKey || !host || !bucket || hasUnsupportedParts) return null
  return {
    endpoint: new URL(`${scheme}://${host}/${bucket}`),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

/** Null where it is escaped wrongly. */
function tryDecodeUriComponent(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Files in an S3-compatible store. Its errors name the network and the store, never the secret. */
export function createS3Storage(location: S3Location): FileStorage {
  const { endpoint, prefix } = location
  const sendRequest = createRequestSender(location)
  return { write, read, has, remove, list }

  async function write(key: string, content: Uint8Array): Promise<void> {
    const contentType = key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
    // A copy, since a request's body may not be memory that threads share, as a Buffer's type allows.
    await sendRequest('PUT', urlOf(key), { body: new Uint8Array(content), headers: { 'Content-Type': contentType } })
  }

  async function read(key: string, maxBytes?: number): Promise<Buffer | null> {
    const headers = maxBytes === undefined ? {} : { Range: `bytes=0-${maxBytes - 1}` }
    const { status, errorCode, body } = await sendRequest('GET', urlOf(key), { headers }, [404])
    if (status !== 404) return body
    // A missing bucket is another matter.
    if (errorCode !== 'NoSuchKey') throw new Error(`S3 answers 404 ${errorCode}`)
    return null
  }

  async function has(key: string): Promise<boolean> {
    return (await sendRequest('HEAD', urlOf(key), {}, [404])).status !== 404
  }

  async function remove(key: string): Promise<void> {
    await sendRequest('DELETE', urlOf(key), {}, [404])
  }

  async function* list(folder: string): AsyncGenerator<string> {
    const url = new URL(endpoint)
    url.searchParams.set('list-type', '2')
    url.searchParams.set('prefix', `${prefix}${folder}/`)
    for (let hasMore = true; hasMore; ) {
      const { body } = await sendRequest('GET', url)
      const listingXml = body.toString()
      // The shop's own names have no character that XML escapes.
      for (const [, name] of listingXml.matchAll(/<Key>[^<]*\/([\w.-]+)<\/Key>/g)) yield `${folder}/${name}`
      const [, nextToken] = /<NextContinuationToken>([^<]+)</.exec(listingXml) ?? []
      hasMore = nextToken !== undefined
      if (nextToken) url.searchParams.set('continuation-token', nextToken.replaceAll('&amp;', '&'))
    }
  }

  function urlOf(key: string): URL {
    return new URL(`${endpoint.href}/${prefix}${key}`)
  }
}

/** Whether the bucket keeps erased files, as far as the store reports it. */
export async function detectVersioning(location: S3Location): Promise<boolean> {
  const url = new URL(location.endpoint)
  url.searchParams.set('versioning', '')
  const response = await createRequestSender(location)('GET', url).catch(() => null)
  return response?.body.toString().includes('<Status>Enabled') ?? false
}

interface S3Response {
  status: number
  /** Of an error, such as `NoSuchKey`; else empty. */
  errorCode: string
  body: Buffer
}

/** @returns a function that throws for every response but a success and those of `expectedStatuses` */
function createRequestSender({ region, accessKeyId, secretAccessKey }: S3Location) {
  const awsClient = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: maxRetries })
  return async (
    method: string,
    url: URL,
    init: RequestInit = {},
    expectedStatuses: number[] = [],
  ): Promise<S3Response> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const attributes = { 'http.request.method': method, 'server.address': url.host }
    const send = () => awsClient.fetch(url, { ...init, method, signal })
    const response = await runInSpan('client', `S3 ${method}`, attributes, send).catch((cause: Error) => {
      const reason = (cause.cause as NodeJS.ErrnoException | undefined)?.code ?? cause.message
      throw new Error(`S3 does not answer: ${reason}`, { cause })
    })
    const { status, ok } = response
    const body = Buffer.from(await response.arrayBuffer())
    const errorCode = ok ? '' : (/<Code>(\w+)</.exec(body.toString())?.[1] ?? '')
    if (!ok && !expectedStatuses.includes(status)) throw new Error(`S3 answers ${status} ${errorCode}`.trimEnd())
    return { status, errorCode, body }
  }
}
