import type { Request } from 'express'
import { maxFileBytes } from '../prescriptions/prescription-file.ts'

/** Bytes: forms and calls are small. */
const maxBytes = 128 * 1024
/** A file (a prescription's, a table or a picture of the counter's) and its multipart wrapping. */
export const maxBytesWithFiles = maxFileBytes + 512 * 1024

/** Bytes: what people type is smaller. Of a larger call no more is read until it is decided about the rest. */
export const maxSmallBodyBytes = 32 * 1024

/** Whether a body that tells its length is large. */
export function isLargeBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > maxSmallBodyBytes
}

/** The limit of a body in bytes: the larger one only for multipart forms where files are accepted. */
export function maxBytesOf(request: Request, takesFiles = false): number {
  return takesFiles && request.is('multipart/form-data') ? maxBytesWithFiles : maxBytes
}
