import { foldText } from '../../platform/user-input.ts'

/** A name in the form used in links: folded, with underscores for spaces (specification, section 2). */
export function toSlug(name: string): string {
  return foldText(name).trim().replace(/\s+/g, '_')
}
