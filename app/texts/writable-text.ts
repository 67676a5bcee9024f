/**
 * Text without what a feed, a sitemap, a letter, a spreadsheet or JSON-LD cannot carry: one such character in a product's name
 * would make all of a feed unreadable. Besides what is no character, those are control characters but tabs and line breaks.
 */
export function toWritableText(text: string): string {
  return stripNoncharacters(text).replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

/** Without halves of characters, and without what Unicode says is none: U+FFFE and the like. Nobody types them on purpose. */
export function stripNoncharacters(text: string): string {
  return text.replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
}
