/** The words of a page to read. A string is a paragraph, a list of strings a list. */
export interface ArticleText {
  title: string
  intro: string
  sections: { id?: string; title: string; body: (string | string[])[] }[]
}

/** What these pages say of the shop itself. */
export interface ShopFacts {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
  hours: string[]
  pharmacist: { name: string; crf: string }
  sanitaryLicence: string
  afe: string
}
