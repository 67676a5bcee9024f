/** Why nobody can tell whether the covered bytes are those that were signed, or that they cannot be. */
export type SealProblem =
  | 'endMissing'
  | 'ranges'
  | 'gap'
  | 'tooLarge'
  | 'notCms'
  | 'ownContents'
  | 'signers'
  | 'noAttributes'
  | 'attributeTwice'
  | 'algorithm'
  | 'noCertificate'
  | 'otherCertificate'
  | 'mismatch'

/** One signature of a PDF, as far as it can be checked without the network. */
export interface PdfSignature {
  /**
   * intact: the covered bytes are those that were signed. altered: they are not, or their end is missing. unreadable: nobody can
   * tell. timestamp: a time stamp authority's, which is not checked.
   */
  seal: 'intact' | 'altered' | 'unreadable' | 'timestamp'
  /** Why it is altered or unreadable; null where nothing more is known. */
  problem: SealProblem | null
  /** Bytes follow the signed part: a later revision, which a later signature may cover. */
  isAppended: boolean
  /** Where the signed revision ends, in bytes of the file. */
  end: number
  /** Whether the file is drawn as its signed revision is; null where nothing was appended, or nothing compared. */
  drawsSame: boolean | null
  signer: Signer | null
  /** What the signer's own clock said, in ISO form; null where the signature tells no hour that can be read. */
  claimedAt: string | null
  /** The hour that the file states beside the signature, in ISO form. */
  fileClaimedAt: string | null
  /**
   * incomplete: an authority between is missing. unknown: it leads elsewhere. expired: a certificate was not valid at the claimed
   * time; without one nobody can tell, so it is not judged.
   */
  chain: 'trusted' | 'incomplete' | 'unknown' | 'expired' | 'unchecked'
  /** The name of the root that the chain leads to; null where it leads to none that is trusted. */
  root: string | null
  /** The steps of the law (Lei 14.063/2020), by the root; of a chain that is not trusted, what its last certificate claims. */
  level: TrustLevel | null
  /** The authority at which an untrusted chain ends, by its own claim. */
  missingAuthority: string | null
  /** SHA-1 or a short key somewhere: says little. */
  isWeak: boolean
}

/** qualified: ICP-Brasil. advanced: gov.br, or another authority that the shop trusts. */
export type TrustLevel = 'qualified' | 'advanced'

/** Who a certificate was issued to. */
export interface Signer {
  name: string
  /** Masked: ***.456.789-** */
  cpf: string | null
  /** The council's number and state, masked, if the certificate has them: `CRM-SP 12****`, a pharmacist's `CRF-SP 12****`. */
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

/** What a pharmacist is told of one signature. `valid` is good, `advanced` for what needs no qualified one. */
export type SignatureVerdict =
  | 'valid'
  | 'advanced'
  | 'unchecked'
  | 'incomplete'
  | 'unknownGovernment'
  | 'unknown'
  | 'expired'
  | 'weak'
  | 'changed'
  | 'altered'
  | 'unreadable'
  | 'timestamp'

/** The worst that is so: anybody can make an intact signature in a doctor's name. */
export function toSignatureVerdict({
  seal,
  isAppended,
  drawsSame,
  chain,
  level,
  isWeak,
}: PdfSignature): SignatureVerdict {
  if (seal !== 'intact') return seal
  if (isAppended && drawsSame !== true) return 'changed'
  // Anybody can claim it: it says which root the shop lacks.
  if ((chain === 'incomplete' || chain === 'unknown') && level === 'advanced') return 'unknownGovernment'
  if (chain !== 'trusted') return chain
  if (isWeak) return 'weak'
  return level === 'advanced' ? 'advanced' : 'valid'
}

/** Who of a file's signers prescribed, and who else signed after them. */
export interface SigningOrder<Signature> {
  prescriber: Signature | null
  /** Other persons' later signatures, the earliest first: another pharmacy signs so what it has dispensed. */
  laterByOthers: Signature[]
}

/**
 * A signature covers all before it, so that its end tells the order. The prescriber is the first whom the customer named, else
 * the first with a doctor's registration, else the first. Who has a doctor's registration, or is named too, prescribed as well.
 * @param issuers as the customer typed them
 */
export function readSigningOrder<Signature extends Pick<PdfSignature, 'signer' | 'end'>>(
  signatures: Signature[],
  issuers: string,
): SigningOrder<Signature> {
  const signed = signatures.filter(({ signer }) => signer !== null).toSorted((a, b) => a.end - b.end)
  const isNamed = ({ signer }: Signature) => namesAnotherPerson(signer?.name ?? '', issuers) === false
  const isDoctor = ({ signer }: Signature) => /^CR[MO]-/.test(signer?.registration ?? '')
  const prescriber = signed.find(isNamed) ?? signed.find(isDoctor) ?? signed[0] ?? null
  const isSamePerson = ({ signer }: Signature) =>
    signer?.name === prescriber?.signer?.name && signer?.cpf === prescriber?.signer?.cpf
  return {
    prescriber,
    laterByOthers: signed.filter(
      (signature) =>
        signature.end > (prescriber?.end ?? 0) &&
        !(isSamePerson(signature) || isNamed(signature) || isDoctor(signature)),
    ),
  }
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
