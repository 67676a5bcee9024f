import type { BareContext, TransactionContext } from '../../context.ts'
import { lockUntilCommit } from '../../database/advisory-lock.ts'
import { defaultWordRules, type WordRule } from './default-words.ts'
import { toRuleWords, toTitle } from './product-words.ts'

export interface RuleMatch {
  rule: WordRule
  /** The description with the rule's name in place of its words, as a shop writes it. */
  name: string
  /** The first word after them: most often the brand. */
  brand: string | null
}

/** Tells a table that its owner emptied from one that was never changed. */
const emptyTableMark: WordRule = { words: '', name: '', category: '', subcategory: '', isMedicine: false }

/** From A to Z; those with which a shop begins until its owner has changed any. */
export async function listWordRules(ctx: Pick<BareContext, 'db'>): Promise<WordRule[]> {
  const rules = await ctx.db.selectFrom('catalogueRule').selectAll().orderBy('words').execute()
  if (rules.length === 0) return defaultWordRules.toSorted((a, b) => (a.words < b.words ? -1 : 1))
  return rules.filter(({ words }) => words !== emptyTableMark.words)
}

/** The rules, which nobody else replaces until the transaction ends. */
export async function lockWordRules(ctx: TransactionContext): Promise<WordRule[]> {
  await lockUntilCommit(ctx.engine, ctx.db, 'word rules', 1)
  return listWordRules(ctx)
}

/** Replaces all of them, which were locked. */
export async function replaceWordRules(ctx: TransactionContext, rules: WordRule[]): Promise<void> {
  await ctx.db.deleteFrom('catalogueRule').execute()
  for (const rule of rules.length > 0 ? rules : [emptyTableMark])
    await ctx.db.insertInto('catalogueRule').values(rule).execute()
}

/** @returns finds the rule of a description: the one of most words; null for none, 'ambiguous' for two categories that fit alike */
export function createRuleMatcher(rules: WordRule[]): (description: string) => RuleMatch | 'ambiguous' | null {
  const splitRules = rules
    .map((rule) => ({ rule, words: toRuleWords(rule.words) }))
    .filter(({ words }) => words.length > 0)
  const rulesByFirstWord = new Map<string, typeof splitRules>()
  for (const splitRule of splitRules) {
    const [firstWord = ''] = splitRule.words
    rulesByFirstWord.set(firstWord, [...(rulesByFirstWord.get(firstWord) ?? []), splitRule])
  }
  return (description) => {
    const words = toRuleWords(description)
    const fittingRules = words.flatMap((word, start) =>
      (rulesByFirstWord.get(word) ?? []).filter((candidate) =>
        candidate.words.every((ruleWord, index) => words[start + index] === ruleWord),
      ),
    )
    const mostWords = Math.max(...fittingRules.map((candidate) => candidate.words.length))
    const matches = fittingRules.filter((candidate) => candidate.words.length === mostWords)
    const [match] = matches
    if (match === undefined) return null
    const categories = new Set(matches.map(({ rule }) => `${rule.category}/${rule.subcategory}`))
    return categories.size > 1 ? 'ambiguous' : buildMatch(description, match.rule)
  }
}

function buildMatch(description: string, rule: WordRule): RuleMatch {
  // The rule's words as they stand in the text, whatever signs are between them.
  const pattern = new RegExp(`\\b${toRuleWords(rule.words).join('[^a-z0-9]*')}\\b`, 'i')
  const text = stripAccents(description)
  const match = pattern.exec(text)
  const [before, after] =
    match === null
      ? ['', description]
      : [description.slice(0, match.index), description.slice(match.index + match[0].length)]
  const rest = toTitle(after)
  const brand = /^[^\d(]\S*/.exec(rest.trim())?.[0] ?? null
  const name = rule.name || toTitle(match?.[0] ?? '')
  return { rule, name: [toTitle(before), name, rest].filter((part) => part !== '').join(' '), brand }
}

/** As long as the text itself, so that places in it are the same. */
function stripAccents(text: string): string {
  return [...text].map((char) => char.normalize('NFD').charAt(0)).join('')
}
