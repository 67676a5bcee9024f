/**
 * What a page may weigh of a limit of the design: a twentieth stays free, so that the next line of text is no reason to look
 * for bytes.
 */
export function leaveRoom(limit: number): number {
  return limit * 0.95
}
