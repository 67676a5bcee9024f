/** Static pages for requests refused before rendering. They need no other file. */
export const webPages = {
  foreignForm: page(
    'Envio recusado',
    'Este formulário foi enviado a partir de outro site e não foi aceito. Volte para a loja e tente de novo por aqui.',
  ),
  unreadable: page('Endereço inválido', 'Não entendemos este endereço. Volte para a loja e tente de novo por lá.'),
  bodyTooLarge: page(
    'Envio grande demais',
    'O que você enviou passa do limite. Arquivos de receita podem ter até 10 MB. Volte e tente de novo com um arquivo menor.',
  ),
  bodyOfUnknownLength: page(
    'Envio não aceito',
    'Seu navegador não informou o tamanho do que enviou. Volte e tente de novo; se continuar assim, use outro navegador.',
  ),
} as const

/** Shown where even the error page failed to render: the shop's name, what to do, and the request's id in the log. */
export const faultPage = (shopName: string, requestId: string) =>
  page(
    `Erro inesperado! | ${shopName}`,
    `A ${shopName} não conseguiu abrir esta página agora. Por favor, recarregue a página em alguns instantes. Código para o atendimento: ${requestId}`,
  )

function page(title: string, sentence: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">Voltar para a página inicial</a></p></main></html>`
}
