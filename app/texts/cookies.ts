/** What each cookie of the shop's is for, as the privacy policy says it; one missing here does not compile. */
export const cookiePurposes = {
  bag: 'A sacola.',
  branch: 'O CEP escolhido.',
  flash: 'O aviso que a próxima página mostra.',
  removed: 'O que acabou de sair da sacola, para você poder desfazer (por 5 minutos).',
  orderNote: 'A observação do pedido, até você finalizá-lo.',
  pendingOrder: 'O pedido que espera pagamento.',
  compareList: 'Os produtos que você compara.',
  recent: 'Os produtos que você viu por último, menos os que exigem receita.',
  pendingFavourite: 'O favorito que espera você entrar na conta (por 15 minutos).',
  recovery: 'O e-mail a que mandamos um código, para entrar ou trocar a senha ou o e-mail (por 15 minutos).',
  savedForm: 'O que você digitava quando o acesso à conta terminou (por 15 minutos).',
  notice: 'O aviso que você fechou.',
  consent: 'A sua escolha sobre estatísticas.',
  deviceId:
    'Um identificador aleatório do aparelho, para que pedidos de outras pessoas na mesma rede não contem como seus.',
  token: 'O acesso à sua conta.',
  deviceToken:
    'Um sinal de que você já entrou na conta neste aparelho (por 180 dias), para que tentativas de estranhos não bloqueiem você.',
}

export type CookieName = keyof typeof cookiePurposes
