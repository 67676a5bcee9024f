import { ShopError } from '../platform/errors.ts'
import type { Banner } from './types.ts'

export type BannerTexts = Pick<Banner, 'title' | 'text' | 'linkText'>

/** Characters at most. */
export const maxBannerTextLengths = { title: 80, text: 200, linkText: 40 }

export function validateBannerTexts(input: BannerTexts): BannerTexts {
  const texts = { title: input.title.trim(), text: input.text.trim(), linkText: input.linkText.trim() }
  if (Object.values(texts).includes('')) throw new ShopError('banner.empty')
  const isTooLong = ([field, maxLength]: [string, number]) => texts[field as keyof BannerTexts].length > maxLength
  if (Object.entries(maxBannerTextLengths).some(isTooLong)) throw new ShopError('banner.tooLong')
  return texts
}
