/** The documentation of the calls under /api, for developers. */
export const apiDocsTexts = {
  title: (shopName: string) => `Chamadas da ${shopName}`,
  intro:
    'Cada chamada é um POST com os campos em JSON e um token no corpo. O token de visitante vem de auth/getInitialToken; o de cliente, de auth/login ou auth/register. Valores em dinheiro são números em reais, com 2 casas.',
  staffTitle: (shopName: string) => `Chamadas da equipe da ${shopName}`,
  staffIntro:
    'Para os sistemas da própria loja. Cada chamada é um POST com os campos em JSON e o cabeçalho Authorization: Bearer, com a chave de um sistema (Balcão, Sistemas) ou o token de uma pessoa da equipe (staff/login). Valores em dinheiro são números em reais, com 2 casas.',
  permissionDescription: (name: string) => `Acesso: ${name}`,
  openApiIntro: 'O mesmo contrato em OpenAPI 3.1:',
  errorsDescription:
    'Por que foi recusado: o código é estável, a frase é para quem compra, e o campo diz de que entrada se trata.',
  refusalsTitle: 'Recusas',
  operationsTitle: 'Chamadas',
  exampleTitle: 'Exemplo',
  required: 'obrigatório',
  optional: 'opcional',
  noFields: 'Sem campos.',
  tokenDescriptions: {
    anyone: '',
    visitor: 'de visitante ou de cliente',
    customer: 'de cliente',
  },
  exampleToken: 'o-token-recebido',
  idempotencyKeyDescription: 'Repetir a chamada com a mesma chave responde o mesmo pedido, sem fazer outro.',
  staffIdempotencyKeyDescription:
    'Por 24 horas, repetir a chamada com a mesma chave dá a mesma resposta, sem fazer nada de novo. Com outros dados: 409 key.reused; enquanto a primeira está em andamento: 409 key.busy.',
  ifNoneMatchDescription: 'O ETag de uma resposta anterior: se nada mudou, a resposta é 304, sem corpo.',
  unchangedDescription: 'Nada mudou desde a resposta com o ETag de If-None-Match',
  statusDescriptions: {
    400: 'Corpo ilegível',
    401: 'Sem token, ou com um desconhecido ou vencido',
    403: 'Token de visitante numa chamada de cliente',
    404: 'Chamada ou coisa desconhecida, ou de outra pessoa',
    405: 'Só POST é aceito',
    409: 'Algo mudou nesse meio-tempo',
    413: 'Corpo grande demais',
    415: 'Tipo de conteúdo não aceito',
    422: 'Campo inválido, ou regra da loja',
    429: 'Chamadas demais: espere os segundos de Retry-After',
    503: 'Algo de que a loja depende está fora do ar',
  },
} as const
