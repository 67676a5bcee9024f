import type { ShopProfile } from '../platform/shop-profile.ts'

/** The optional values of `server/demo/shop.json`, which a start takes: numbers of zeros, example.com, a network without an account. */
export function listPretendValues(profile: ShopProfile | null): string[] {
  const { phone = '', pharmacistChatUrl = '', careersUrl = '', social = [] } = profile ?? {}
  const isPretendNumber = (text: string) => /0{6}/.test(text.replace(/\D/g, ''))
  const isPretendUrl = (text: string) => /[@/.]example\.(com|org|net)\b/i.test(text)
  return [
    isPretendNumber(phone) && 'phone',
    (isPretendNumber(pharmacistChatUrl) || isPretendUrl(pharmacistChatUrl)) && 'pharmacistChatUrl',
    isPretendUrl(careersUrl) && 'careersUrl',
    ...social.map(({ name, url }) => (URL.parse(url)?.pathname === '/' || isPretendUrl(url)) && `social (${name})`),
  ].filter((name) => name !== false)
}
