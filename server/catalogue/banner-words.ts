import { ShopError } from '../platform/errors.ts'
import type { Banner } from './shapes.ts'

/** What a banner says. */
export type BannerWords = Pick<Banner, 'title' | 'text' | 'linkText'>

/** Characters at most. */
export const bannerLengths = { title: 80, text: 200, linkText: 40 }

/** @throws ShopError "banner.empty", "banner.tooLong" */
export function validWords(input: BannerWords): BannerWords {
  const words = { title: input.title.trim(), text: input.text.trim(), linkText: input.linkText.trim() }
  if (Object.values(words).includes('')) throw new ShopError('banner.empty')
  const isTooLong = ([name, most]: [string, number]) => words[name as keyof BannerWords].length > most
  if (Object.entries(bannerLengths).some(isTooLong)) throw new ShopError('banner.tooLong')
  return words
}
