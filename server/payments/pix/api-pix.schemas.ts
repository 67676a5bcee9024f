import { z } from 'zod'
import { parseCents } from '../amounts.ts'

/**
 * The parts of the Central Bank's API Pix, release 2.9.0, that the shop relies on. Banks may add fields and values without
 * notice (its section "Evolução"), so unknown ones are accepted and ignored.
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
export const WebhookResponse = z.object({ webhookUrl: z.string() })

export const Refund = z.object({
  id: RefundId,
  valor: Amount,
  status: z.string(),
  horario: z.object({ solicitacao: Instant.optional() }).optional(),
})
export type Refund = z.infer<typeof Refund>

export const Pix = z.object({
  endToEndId: EndToEndId,
  valor: Amount,
  horario: Instant,
  devolucoes: z.array(Refund).optional(),
})
export type Pix = z.infer<typeof Pix>

export const Charge = z.object({
  txid: Txid,
  status: z.string(),
  valor: z.object({ original: Amount }),
  pixCopiaECola: z.string().max(512).optional(),
  pix: z.array(Pix).optional(),
})
export type Charge = z.infer<typeof Charge>

/** Answer to GET /cob, one page of many; pages are numbered from 0. */
export const ChargePage = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int() }) }),
  cobs: z.array(Charge.extend({ chave: z.string(), solicitacaoPagador: z.string().optional() })),
})

/** RFC 6749, section 5.1. */
export const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** The fields of RFC 7807 that are useful in the log. */
export const ProblemDetails = z.object({
  title: z.string(),
  detail: z.string().optional(),
  violacoes: z.array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() })).optional(),
})

/**
 * The body of a bank's call to the webhook; `pix` may be missing: some banks test the address with a body of their own before
 * they accept it. Only the txids are used, since everything else is read from the bank.
 */
export const WebhookBody = z.object({ pix: z.array(z.unknown()).default([]) })

const WebhookEntry = z.object({ txid: z.string().nullish() })

/** The txids that a call's entries name. An entry without one is another kind of Pix; an invalid one is counted. */
export function parseWebhookEntries(entries: unknown[]): { txids: string[]; invalidCount: number } {
  const results = entries.map((entry) => WebhookEntry.safeParse(entry))
  const txids = results.flatMap(({ data }) => data?.txid ?? []).filter((txid) => Txid.safeParse(txid).success)
  return { txids: [...new Set(txids)], invalidCount: results.filter(({ success }) => !success).length }
}
