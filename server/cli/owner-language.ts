import { toSentence } from '../../app/texts/operator/operator-errors.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import type { ParsedArguments } from './usage.ts'

/** Of a command that an owner runs: its sentences are in Portuguese unless English is asked for. */
export const languageUsage = '[--lang LANGUAGE]'

export function readLanguage(getOptionValue: ParsedArguments['getOptionValue']): Language {
  return getOptionValue('lang') === 'en' ? 'en' : 'pt'
}

/** What such a command prints of an error. */
export function formatOwnerError(message: string, getOptionValue: ParsedArguments['getOptionValue']): string {
  return toSentence(message)[readLanguage(getOptionValue)]
}
