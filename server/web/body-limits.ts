import type { Request } from 'express'
import { mostFileBytes } from '../prescriptions/prescription-file.ts'

/** Bytes: forms and calls are small. */
const mostBytes = 128 * 1024
/** A prescription's files and their multipart wrapping. */
const mostBytesWithFiles = mostFileBytes + 512 * 1024

/** Bytes a body may have: only files make it large, and where none are taken nothing does. */
export function mostBytesOf(request: Request, takesFiles = false): number {
  return takesFiles && request.is('multipart/form-data') ? mostBytesWithFiles : mostBytes
}
