import { refusals } from './refusals.ts'

const homeLink = { href: '/', text: 'Voltar para a página inicial' }

/** The shop's main button, on the browser's own light or dark ground. */
export const errorPageCss =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:36rem;margin:10vh auto;padding:0 1rem;overflow-wrap:anywhere}h1{line-height:1.25}p{text-wrap:pretty}a{display:inline-block;padding:.75rem 1.5rem;border-radius:12px;background:#005431ff;color:#fff;font-weight:600;text-decoration:none}'

/** Static pages for requests refused before rendering, as HTML. They need no other file. */
export const errorPages = {
  crossSiteForm: renderPage(
    'Envio recusado',
    'Este formulário foi enviado a partir de outro site e não foi aceito. Volte para a loja e tente de novo por aqui.',
  ),
  formsNotAccepted: renderPage(
    'Envio não aceito',
    'Este endereço não recebe formulários. Volte para a loja e tente de novo por lá.',
  ),
  invalidUrl: renderPage(
    'Endereço inválido',
    'Não entendemos este endereço. Volte para a loja e tente de novo por lá.',
  ),
  tooManyCookies: renderPage(
    'Há cookies demais',
    'Seu navegador enviou mais cookies do que a loja recebe. Apague os cookies deste site nas configurações do navegador e abra a loja de novo. A sacola começa vazia, e é preciso entrar de novo; os pedidos e os dados da sua conta continuam guardados.',
  ),
  bodyTooLarge: renderPage(
    'Envio grande demais',
    'O que você enviou passa do limite. Volte e tente de novo com menos texto.',
  ),
  fileTooLarge: renderPage(
    'Envio grande demais',
    'O que você enviou passa do limite. Arquivos de receita podem ter até 10 MB. Volte pela seta do navegador, escolha um arquivo menor e confira os campos antes de enviar.',
    { href: '/checkout/receita-medica', text: 'Voltar para a receita' },
  ),
  photosTooLarge: renderPage(
    'Envio grande demais',
    'As fotos juntas passam de 10 MB. Volte pela seta do navegador, escolha menos fotos, ou menores, e confira o que escreveu antes de enviar.',
  ),
  backofficeFileTooLarge: renderPage(
    'Envio grande demais',
    'O arquivo passa de 10 MB. Nada mudou. Volte pela seta do navegador. Divida a tabela em partes, ou diminua a foto, e envie de novo.',
  ),
  unsupportedCharset: renderPage(
    'Envio não aceito',
    'O que você enviou não está em UTF-8, a codificação que a loja entende. Volte e tente de novo; se continuar assim, use outro navegador.',
  ),
  missingContentLength: renderPage(
    'Envio não aceito',
    'Seu navegador não informou o tamanho do que enviou. Volte e tente de novo; se continuar assim, use outro navegador.',
  ),
  /** What a file's address, a photo's or a call's by scripts says instead: no page of the shop stands there. */
  renderErrorPage: (status: number, message = 'Não há nada para ver neste endereço.') =>
    renderPage(status === 404 ? 'Não encontramos' : 'A loja não conseguiu concluir', message),
  shopBusy: renderPage('A loja está cheia agora', refusals['shop.busy'](), { href: '', text: 'Tentar de novo' }),
  /** The message says what to wait for. */
  renderUploadBusyPage: (message: string) =>
    renderPage('Espere um pouco', message, { href: '/checkout/receita-medica', text: 'Voltar para a receita' }),
  renderBackofficeUploadBusyPage: (message: string) => renderPage('Espere um pouco', message),
} as const

/** Shown where even the error page failed to render: the shop's name, what to do, and the request's id in the log. */
export const renderFaultPage = (shopName: string, requestId: string) =>
  renderPage(
    `Erro inesperado! | ${shopName}`,
    `A ${shopName} não conseguiu abrir esta página agora. Por favor, recarregue a página em alguns instantes. Código para o atendimento: ${requestId}`,
  )

function renderPage(title: string, message: string, { href, text } = homeLink) {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${errorPageCss}</style><main><h1>${title}</h1><p>${message}</p><p><a href="${href}">${text}</a></p></main></html>`
}
