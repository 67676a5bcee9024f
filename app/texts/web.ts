import { refusals } from './refusals.ts'

const home = { href: '/', text: 'Voltar para a página inicial' }

/** The shop's main button, on the browser's own light or dark ground. */
export const look =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:36rem;margin:10vh auto;padding:0 1rem;overflow-wrap:anywhere}h1{line-height:1.25}p{text-wrap:pretty}a{display:inline-block;padding:.75rem 1.5rem;border-radius:12px;background:#005431ff;color:#fff;font-weight:600;text-decoration:none}'

/** Static pages for requests refused before rendering, as HTML. They need no other file. */
export const webPages = {
  foreignForm: page(
    'Envio recusado',
    'Este formulário foi enviado a partir de outro site e não foi aceito. Volte para a loja e tente de novo por aqui.',
  ),
  takesNoForm: page(
    'Envio não aceito',
    'Este endereço não recebe formulários. Volte para a loja e tente de novo por lá.',
  ),
  unreadable: page('Endereço inválido', 'Não entendemos este endereço. Volte para a loja e tente de novo por lá.'),
  bodyTooLarge: page(
    'Envio grande demais',
    'O que você enviou passa do limite. Volte e tente de novo com menos texto.',
  ),
  fileTooLarge: page(
    'Envio grande demais',
    'O que você enviou passa do limite. Arquivos de receita podem ter até 10 MB. Volte e tente de novo com um arquivo menor.',
    { href: '/checkout/receita-medica', text: 'Voltar para a receita' },
  ),
  photosTooLarge: page(
    'Envio grande demais',
    'As fotos juntas passam de 10 MB. Volte e envie menos fotos, ou menores. O que você escreveu continua lá.',
  ),
  counterFileTooLarge: page(
    'Envio grande demais',
    'O arquivo passa de 10 MB. Nada mudou. Divida a tabela em partes, ou diminua a foto, e envie de novo.',
  ),
  otherCharset: page(
    'Envio não aceito',
    'O que você enviou não está em UTF-8, a codificação que a loja entende. Volte e tente de novo; se continuar assim, use outro navegador.',
  ),
  bodyOfUnknownLength: page(
    'Envio não aceito',
    'Seu navegador não informou o tamanho do que enviou. Volte e tente de novo; se continuar assim, use outro navegador.',
  ),
  /** What a file's address, a photo's or a call's by scripts says instead: no page of the shop stands there. */
  errorPage: (status: number, sentence = 'Não há nada para ver neste endereço.') =>
    page(status === 404 ? 'Não encontramos' : 'A loja não conseguiu concluir', sentence),
  busy: page('A loja está cheia agora', refusals['shop.busy'](), { href: '', text: 'Tentar de novo' }),
  /** The sentence says what to wait for. */
  sendLater: (sentence: string) =>
    page('Espere um pouco', sentence, { href: '/checkout/receita-medica', text: 'Voltar para a receita' }),
  counterSendLater: (sentence: string) => page('Espere um pouco', sentence),
} as const

/** Shown where even the error page failed to render: the shop's name, what to do, and the request's id in the log. */
export const faultPage = (shopName: string, requestId: string) =>
  page(
    `Erro inesperado! | ${shopName}`,
    `A ${shopName} não conseguiu abrir esta página agora. Por favor, recarregue a página em alguns instantes. Código para o atendimento: ${requestId}`,
  )

function page(title: string, sentence: string, { href, text } = home) {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${look}</style><main><h1>${title}</h1><p>${sentence}</p><p><a href="${href}">${text}</a></p></main></html>`
}
