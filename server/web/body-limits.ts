import type { Request } from 'express'
import { mostFileBytes } from '../prescriptions/prescription-file.ts'

/** Bytes: forms and calls are small. */
const mostBytes = 128 * 1024
/** A prescription's files and their multipart wrapping. */
const mostBytesWithFiles = mostFileBytes + 512 * 1024

/** The limit of a body in bytes: the larger one only for multipart forms where files are accepted. */
export function mostBytesOf(request: Request, takesFiles = false): number {
  return takesFiles && request.is('multipart/form-data') ? mostBytesWithFiles : mostBytes
}
