/** One signature of a PDF, as far as it can be checked without the network. */
export interface PdfSignature {
  /**
   * intact: the covered bytes are those that were signed. altered: they are not. unreadable: nobody can tell. timestamp: a
   * time stamp authority's, which is not checked.
   */
  seal: 'intact' | 'altered' | 'unreadable' | 'timestamp'
  /** Why it is unreadable, in English. */
  why: string | null
  /** Bytes follow the signed part: a later revision, which a later signature may cover. */
  isAppended: boolean
  /** Where the signed revision ends, in bytes. */
  end: number
  /** Whether the file is drawn as its signed revision is; null where nothing was appended, or nothing compared. */
  drawsSame: boolean | null
  signer: Signer | null
  /** What the signer's own clock said, in ISO form. */
  claimedAt: string | null
  chain: 'trusted' | 'unknown' | 'expired' | 'unchecked'
  /** The name of the root that the chain leads to; null where it leads to none. */
  root: string | null
  /** SHA-1 or a short key somewhere: says little. */
  isWeak: boolean
}

/** Who a certificate was issued to. */
export interface Signer {
  name: string
  /** Masked: ***.456.789-** */
  cpf: string | null
  /** The council's number and state, masked, if the certificate has them. */
  registration: string | null
  issuer: string
  /** When the certificate ends, in ISO form. */
  until: string
}

/** All that a file's signatures tell. */
export interface PdfSignatures {
  /** How many there are; the last eight are checked. */
  count: number
  signatures: PdfSignature[]
  /** A fingerprint of each readable signature: a file with the same one is the same prescription. */
  marks: string[]
  /** The doctor's number at the council as the file claims it, `CRM-SP 123456`: no certificate says so. */
  registration: string | null
}

/** What a pharmacist is told of one signature. Only `valid` is good. */
export type SignatureVerdict =
  | 'valid'
  | 'unchecked'
  | 'unknown'
  | 'expired'
  | 'weak'
  | 'changed'
  | 'altered'
  | 'unreadable'
  | 'timestamp'

/** The worst that is so: anybody can make an intact signature in a doctor's name. */
export function toSignatureVerdict({ seal, isAppended, drawsSame, chain, isWeak }: PdfSignature): SignatureVerdict {
  if (seal !== 'intact') return seal
  if (isAppended && drawsSame !== true) return 'changed'
  if (chain !== 'trusted') return chain
  return isWeak ? 'weak' : 'valid'
}

const ignoredWords = new Set(['dra', 'dos', 'das', 'crm', 'cro', 'medico', 'medica'])

/**
 * Whether what the customer typed of who issued the prescription names somebody else than its signer; null where no person
 * is named there.
 * @param issuers such as "Dra. Laura Antunes, CRM-SP 123456"
 */
export function namesAnotherPerson(signerName: string, issuers: string): boolean | null {
  const issuerWords = splitNameWords(issuers)
  if (issuerWords.length < 2) return null
  const signerWords = new Set(splitNameWords(signerName))
  return issuerWords.filter((word) => signerWords.has(word)).length < 2
}

function splitNameWords(text: string): string[] {
  const foldedText = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return foldedText.split(/[^a-z]+/).filter((word) => word.length > 2 && !ignoredWords.has(word))
}
