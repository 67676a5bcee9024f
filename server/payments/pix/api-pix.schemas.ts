import { z } from 'zod'
import { LenientInstant, lenient, lenientListOf } from '../../platform/lenient.ts'
import { AmountCents, PositiveAmountCents, ProviderId, parseCents } from '../amounts.ts'

/**
 * The parts of the Central Bank's API Pix, release 2.9.0, that the shop relies on. Banks may add fields and values without
 * notice (its section "Evolução"), so unknown ones are accepted and ignored. Of answers, what is only informative is read
 * leniently; amounts, and what a charge and a payment are known by, are exact or not read.
 */

export const Txid = z.string().regex(/^[a-zA-Z0-9]{26,35}$/)
export const EndToEndId = z.string().regex(/^[a-zA-Z0-9]{32}$/)
export const RefundId = z.string().regex(/^[a-zA-Z0-9]{1,35}$/)
/** Reais on the wire, like "37.00". */
const Amount = z.string().regex(/^\d{1,10}\.\d{2}$/)
const Instant = z.iso.datetime({ offset: true })

const PositiveAmount = Amount.refine((amount) => parseCents(amount) > 0, 'must not be zero')
const ChargeLifetime = z.object({ expiracao: z.int32().positive() })

/** Body of PUT /cob/{txid}. Without the optional `devedor` (debtor): orders have no CPF. */
export const ChargeRequest = z.object({
  calendario: ChargeLifetime,
  valor: z.object({ original: PositiveAmount }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
})
export type ChargeRequest = z.infer<typeof ChargeRequest>

/** Body of PATCH /cob/{txid}. */
export const ChargeRevision = ChargeRequest.partial().extend({
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
})
export type ChargeRevision = z.infer<typeof ChargeRevision>

/** Query of GET /cob. */
export const ChargeListQuery = z.object({
  inicio: Instant,
  fim: Instant,
  status: z.string().optional(),
  'paginacao.paginaAtual': z.coerce.number().int().nonnegative().default(0),
})

/** Body of PUT /pix/{e2eid}/devolucao/{id}. */
export const RefundRequest = z.object({ valor: PositiveAmount, descricao: z.string().max(140).optional() })
export type RefundRequest = z.infer<typeof RefundRequest>

/** Body of PUT /webhook/{chave}. */
export const WebhookRequest = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }) })
export type WebhookRequest = z.infer<typeof WebhookRequest>

/** Answer to GET /webhook/{chave}. */
export const WebhookResponse = z.object({ webhookUrl: lenient(z.string()) })

/** A refund in an answer. Some banks give those that they make by themselves no id. */
const Refund = z.object({
  id: lenient(ProviderId),
  rtrId: lenient(ProviderId),
  valor: AmountCents,
  status: z.string(),
  horario: lenient(z.object({ solicitacao: LenientInstant })),
})
export type Refund = z.infer<typeof Refund>

const Pix = z.object({
  endToEndId: ProviderId,
  valor: PositiveAmountCents,
  horario: LenientInstant,
  devolucoes: lenientListOf(Refund),
})
export type Pix = z.infer<typeof Pix>

export const Charge = z.object({
  txid: Txid,
  status: lenient(z.string()),
  valor: z.object({ original: AmountCents }),
  pixCopiaECola: lenient(z.string().max(512)),
  pix: lenientListOf(Pix),
})
export type Charge = z.infer<typeof Charge>

const ListedCharge = Charge.extend({ chave: lenient(z.string()), solicitacaoPagador: lenient(z.string()) })

/** Answer to GET /cob, one page of many; pages are numbered from 0. Of an entry that cannot be read the txid is known, if that can. */
export const ChargePage = z.object({
  parametros: lenient(
    z.object({ paginacao: z.object({ quantidadeDePaginas: z.coerce.number().int().nonnegative() }) }),
  ),
  cobs: z.array(
    z.union([
      ListedCharge,
      z.object({ txid: Txid }).transform(toUnreadable),
      z.unknown().transform(() => toUnreadable({ txid: null })),
    ]),
  ),
})

function toUnreadable({ txid }: { txid: string | null }) {
  return { txid, isUnreadable: true as const }
}

/** RFC 6749, section 5.1: the token's lifetime in seconds is only recommended. */
export const AccessToken = z.object({
  access_token: z.string().min(1),
  expires_in: lenient(z.coerce.number().positive().max(86_400)),
})

/** Answer to PUT /pix/{e2eid}/devolucao/{id}. */
export const RefundAnswer = z.object({ status: lenient(z.string()) })

/** The fields of RFC 7807 that are useful in the log. */
export const ProblemDetails = z.object({
  title: lenient(z.string()),
  detail: lenient(z.string()),
  violacoes: lenientListOf(z.object({ razao: lenient(z.string()), propriedade: lenient(z.string()) })),
})

/**
 * The body of a bank's call to the webhook; `pix` may be missing: some banks test the address with a body of their own before
 * they accept it. Only the txids are used, since everything else is read from the bank.
 */
export const WebhookBody = z.object({ pix: z.array(z.unknown()).nullish() })

const WebhookEntries = lenientListOf(z.object({ txid: z.string().nullish() }))

/** The txids that a call's entries name. An entry without one is another kind of Pix; an invalid one is counted. */
export function listNotifiedTxids({ pix }: z.infer<typeof WebhookBody>): { txids: string[]; invalidCount: number } {
  const { entries, oddCount } = WebhookEntries.parse(pix)
  const txids = entries.flatMap(({ txid }) => (txid && Txid.safeParse(txid).success ? [txid] : []))
  return { txids: [...new Set(txids)], invalidCount: oddCount }
}
