import type { Sentence } from './sentence.ts'

/** What `npm run shop -- doctor` says: what is so, and what to do where it is not as it should be. */
export const doctorTexts = {
  states: {
    ok: { en: 'ok', pt: 'ok' },
    look: { en: 'look', pt: 'veja' },
    fault: { en: 'fault', pt: 'falha' },
  },
  checks: {
    settings: { en: 'settings', pt: 'configuração' },
    shopProfile: { en: 'shop.json', pt: 'shop.json' },
    unset: { en: 'unset', pt: 'sem valor' },
    prescriptionRoots: { en: 'prescription roots', pt: 'ICP-Brasil' },
    streets: { en: 'streets', pt: 'ruas por CEP' },
    disk: { en: 'disk', pt: 'disco' },
    files: { en: 'files', pt: 'arquivos' },
    database: { en: 'database', pt: 'banco de dados' },
    backup: { en: 'backup', pt: 'cópia' },
    keys: { en: 'keys', pt: 'chaves' },
    rest: { en: 'rest', pt: 'repouso' },
    olderKeys: { en: 'older keys', pt: 'chaves antigas' },
    visitors: { en: 'visitors', pt: 'visitantes' },
    catalogue: { en: 'catalogue', pt: 'catálogo' },
    staff: { en: 'staff', pt: 'equipe' },
    mail: { en: 'mail', pt: 'e-mail' },
    bank: { en: 'bank', pt: 'banco' },
    receiverKey: { en: 'receiver key', pt: 'chave Pix' },
    certificate: { en: 'certificate', pt: 'certificado' },
    card: { en: 'card', pt: 'cartão' },
    whatsapp: { en: 'WhatsApp', pt: 'WhatsApp' },
    laboratory: { en: 'laboratory', pt: 'laboratórios' },
    address: { en: 'address', pt: 'endereço' },
    webhook: { en: 'webhook', pt: 'aviso do Pix' },
    cardWebhook: { en: 'card webhook', pt: 'aviso do cartão' },
    whatsappWebhook: { en: 'WhatsApp webhook', pt: 'aviso do WhatsApp' },
  },
  failed: (failedCount: number, count: number): Sentence => ({
    en: `${failedCount} of ${count} checks failed.`,
    pt: failedCount === 1 ? `1 falha em ${count} verificações.` : `${failedCount} falhas em ${count} verificações.`,
  }),

  sandbox: {
    en: 'a sandbox: nothing is sold, sent or charged for real',
    pt: 'demonstração: nada se vende, envia ou cobra de verdade',
  },
  complete: { en: 'complete', pt: 'completa' },
  unset: (names: string[]): Sentence => ({
    en: `${names.join(', ')}: not set, and a shop can do without; server/configuration.md says what each is for`,
    pt: `${names.join(', ')}: sem valor, e a loja funciona assim; as linhas comentadas do arquivo de configuração dizem para que servem`,
  }),

  dataProtectionOfficer: {
    en: 'dataProtectionOfficer is missing: name who answers for personal data, {"name": …, "email": …} (LGPD, art. 41)',
    pt: 'falta dataProtectionOfficer: diga quem responde pelos dados pessoais, {"name": …, "email": …} (LGPD, art. 41)',
  },
  notBrazilianAddress: {
    en: 'PUBLIC_URL is no .com.br address, which a pharmacy on the internet has (RDC 44/2009, art. 53)',
    pt: 'PUBLIC_URL não é um endereço .com.br, que a farmácia precisa ter na internet (RDC 44/2009, art. 53)',
  },
  pretendValue: (name: string): Sentence => ({
    en: `${name} is still the demo’s: shoppers would reach nobody by it`,
    pt: `${name} ainda é da demonstração: por ali o cliente não fala com ninguém`,
  }),
  specialPermit: (ae: string): Sentence => ({ en: `AE ${ae}`, pt: `AE ${ae}` }),
  noSpecialPermit: {
    en: 'no ae, which who deals in controlled substances has',
    pt: 'sem ae, que só quem vende controlados tem',
  },
  pharmacistsOnDuty: (count: number): Sentence => ({
    en: `pharmacistsOnDuty: ${count}`,
    pt: `pharmacistsOnDuty: ${count}`,
  }),
  profileWarnings: (warnings: Sentence, notes: Sentence): Sentence => ({
    en: `${warnings.en} (${notes.en})`,
    pt: `${warnings.pt} (${notes.pt})`,
  }),
  profileComplete: (notes: Sentence): Sentence => ({
    en: `has what the law asks for (${notes.en})`,
    pt: `tem o que a lei pede (${notes.pt})`,
  }),

  noPrescriptionRoots: {
    en: 'PRESCRIPTION_ROOTS is not set: of signed prescriptions nobody is told whether the chain leads to ICP-Brasil; put its certificates (PEM, of www.gov.br/iti) into a folder',
    pt: 'PRESCRIPTION_ROOTS está sem valor: ninguém fica sabendo se a assinatura de uma receita é da ICP-Brasil. Ponha os certificados (PEM, de www.gov.br/iti) numa pasta; server/cli/going-live.md tem os comandos',
  },
  rootCounts: (rootCount: number, intermediateCount: number): Sentence => ({
    en: `${rootCount} roots and ${intermediateCount} authorities between are trusted for signed prescriptions`,
    pt: `${rootCount} raízes e ${intermediateCount} autoridades intermediárias conferem as receitas assinadas`,
  }),
  endedRoots: (count: number): Sentence => ({
    en: `${count} of the roots have ended: leave them, what was signed before still leads to them`,
    pt: `${count} das raízes venceram: deixe onde estão, o que foi assinado antes ainda leva a elas`,
  }),
  unreadableRoots: (count: number): Sentence => ({
    en: `${count} roots cannot be read by OpenSSL: what leads to them is not verified`,
    pt: `${count} raízes não são lidas pelo OpenSSL: o que leva a elas não é conferido`,
  }),

  noStreetLookup: {
    en: 'CEP_LOOKUP_URL is not set: customers type their street; https://viacep.com.br/ws fills it in',
    pt: 'CEP_LOOKUP_URL está sem valor: o cliente digita a rua. Com https://viacep.com.br/ws ela vem pelo CEP',
  },
  silentStreetLookup: (host: string): Sentence => ({
    en: `CEP_LOOKUP_URL: ${host} does not tell the street of 01310-100: see to the address; meanwhile customers type their street`,
    pt: `CEP_LOOKUP_URL: ${host} não diz a rua do CEP 01310-100. Confira o endereço; até lá o cliente digita a rua`,
  }),
  streetLookup: {
    en: 'the look-up tells the street of a postal code',
    pt: 'o serviço diz a rua de um CEP',
  },

  unwritableFolder: (folder: string): Sentence => ({
    en: `${folder} is missing or cannot be written: make it, owned by the server's user`,
    pt: `${folder} não existe ou não aceita escrita: crie a pasta, em nome do usuário do servidor`,
  }),
  freeSpace: (gigabytes: string, folder: string): Sentence => ({
    en: `${gigabytes} GB are free for ${folder}`,
    pt: `${gigabytes.replace('.', ',')} GB livres para ${folder}`,
  }),
  littleSpace: (freeSpace: Sentence): Sentence => ({
    en: `only ${freeSpace.en}: orders are refused once it is full`,
    pt: `só ${freeSpace.pt}: disco cheio não aceita pedidos`,
  }),

  forgetfulStore: {
    en: 'the store does not keep what it is given, or does not erase it',
    pt: 'o armazenamento não guarda o que recebe, ou não apaga',
  },
  versionedStore: {
    en: 'the bucket keeps versions: what is erased stays readable in it; switch them off',
    pt: 'o bucket guarda versões: o que se apaga continua legível nele. Desligue as versões',
  },
  store: {
    en: 'the store takes a file, gives it back and erases it',
    pt: 'o armazenamento recebe um arquivo, devolve e apaga',
  },

  emptyDatabase: {
    en: 'empty: the first start fills in its tables',
    pt: 'vazio: as tabelas nascem na primeira partida',
  },
  otherKind: (kind: string): Sentence => ({
    en: `marked as a ${kind} shop's, and these settings are not: use another database`,
    pt: `é de uma loja ${kind === 'demo' ? 'de demonstração' : 'de verdade'}, e esta configuração não: use outro banco de dados`,
  }),
  database: (engine: string, latencyMs: number): Sentence => ({
    en: `${engine}, answers in ${latencyMs} ms, its tables are up to date`,
    pt: `${engine}, responde em ${latencyMs} ms, tabelas em dia`,
  }),

  noBackup: {
    en: 'none was made by "npm run shop -- backup" yet: let cron make one every night',
    pt: 'nenhuma feita por "npm run shop -- backup" até agora: deixe o cron fazer uma por noite',
  },
  backupAge: (hours: number): Sentence => ({
    en: `the last is ${hours} hours old`,
    pt: `a última tem ${hours} horas`,
  }),

  otherKeys: {
    en: 'ENCRYPTION_KEYS are not those of this shop, which does not start without them: set the keys that it had',
    pt: 'ENCRYPTION_KEYS não são as desta loja, que não abre sem elas: ponha de volta as que ela tinha',
  },
  keys: { en: 'they open what is encrypted', pt: 'abrem o que está cifrado' },
  missingKey: (counts: { table: string; recordCount: number }[]): Sentence => ({
    en: `ENCRYPTION_KEYS lacks a key that opens ${counts.map(({ table, recordCount }) => `${recordCount} of ${table}`).join(', ')}: put the one that was taken out at its end`,
    pt: `falta em ENCRYPTION_KEYS a chave que abre ${counts.map(({ table, recordCount }) => `${recordCount} de ${table}`).join(', ')}: ponha no fim da lista a que foi tirada`,
  }),
  unusedOlderKeys: {
    en: 'nothing is under them any more: they can go from ENCRYPTION_KEYS',
    pt: 'nada mais depende delas: podem sair de ENCRYPTION_KEYS',
  },
  olderKeys: (count: number): Sentence => ({
    en: `${count} records are under older keys: "npm run shop -- reencrypt" before these go`,
    pt: `${count} registros estão sob chaves antigas: "npm run shop -- reencrypt" antes de tirá-las`,
  }),

  visitors: (requestCount: number, addressCount: number): Sentence => ({
    en: `the newest ${requestCount} requests came from ${addressCount} addresses`,
    pt: `os últimos ${requestCount} acessos vieram de ${addressCount} endereços`,
  }),
  singleVisitor: (requestCount: number, hasProxy: boolean): Sentence => ({
    en: `the newest ${requestCount} requests all came from one address, so that all shoppers share one network's limits: ${hasProxy ? 'TRUST_PROXY has another number of proxies than there are' : 'set TRUST_PROXY to how many proxies stand before the shop'}`,
    pt: `os últimos ${requestCount} acessos vieram todos de um só endereço, e assim todos os clientes dividem os limites de uma rede: ${hasProxy ? 'TRUST_PROXY não tem o número certo de proxies' : 'ponha em TRUST_PROXY quantos proxies há diante da loja'}`,
  }),

  noBranch: {
    en: 'no branch: "npm run shop -- branches import FILE.csv"',
    pt: 'nenhuma loja: "npm run shop -- branches import ARQUIVO.csv"',
  },
  noProduct: {
    en: 'no product: "npm run shop -- catalogue import FILE.csv"',
    pt: 'nenhum produto: "npm run shop -- catalogue import ARQUIVO.csv", ou "catalogue assemble" com o arquivo do caixa',
  },
  catalogue: (branchCount: number): Sentence => ({
    en: `products, and ${branchCount === 1 ? '1 branch' : `${branchCount} branches`}`,
    pt: `há produtos e ${branchCount === 1 ? '1 loja' : `${branchCount} lojas`}; o que falta para abrir: "npm run shop -- doctor content"`,
  }),

  closedCounter: { en: 'the counter is closed (COUNTER=0)', pt: 'o balcão está fechado (COUNTER=0)' },
  noOwner: {
    en: 'no owner signs in yet: "npm run shop -- staff add EMAIL owner" prints the link',
    pt: 'nenhum gerente entra ainda: "npm run shop -- staff add EMAIL owner" mostra o link',
  },
  noPharmacist: {
    en: 'no pharmacist signs in yet: prescriptions would wait',
    pt: 'nenhum farmacêutico entra ainda, e as receitas ficariam esperando: "npm run shop -- staff add EMAIL pharmacist --crf SP-12345"',
  },
  staff: (count: number): Sentence => ({
    en: `${count} people, an owner and a pharmacist among them`,
    pt: `${count} pessoas, com gerente e farmacêutico`,
  }),

  refusedMailLogin: (host: string, reason: string): Sentence => ({
    en: `${host} does not take the login (${reason}): see to address and password`,
    pt: `${host} não aceita o acesso (${reason}): confira endereço e senha`,
  }),
  mail: { en: 'the mail server takes the login', pt: 'o servidor de e-mail aceita o acesso' },

  bank: { en: 'the bank gives a token and answers', pt: 'o banco dá um token e responde' },
  refusedAtBank: (reason: string): Sentence => ({
    en: `the bank refuses PIX_CLIENT_ID, PIX_CLIENT_SECRET or the certificate: ${reason}`,
    pt: `o banco recusa PIX_CLIENT_ID, PIX_CLIENT_SECRET ou o certificado: ${reason}`,
  }),
  unclearReceiverKey: (reason: string): Sentence => ({
    en: `the bank does not tell of PIX_RECEIVER_KEY, so the key may be another's: ${reason}`,
    pt: `o banco não informa sobre PIX_RECEIVER_KEY, e a chave pode ser de outra pessoa: ${reason}`,
  }),
  noWebhookForKey: {
    en: 'the bank has no webhook for PIX_RECEIVER_KEY: start the shop, or see whether the key is this account’s',
    pt: 'o banco não tem webhook para PIX_RECEIVER_KEY: abra a loja, ou confira se a chave é desta conta',
  },
  otherWebhook: (host: string): Sentence => ({
    en: `the bank tells ${host} of payments, not this shop: start it, which registers its address`,
    pt: `o banco avisa ${host} dos pagamentos, e não esta loja: abra a loja, que registra o endereço dela`,
  }),
  receiverKey: {
    en: 'the bank tells this shop of payments to it',
    pt: 'o banco avisa esta loja do que a chave recebe',
  },

  notReady: (publicUrl: string, status: number): Sentence => ({
    en: `${publicUrl}/readyz answers ${status}: is the shop started, and does the proxy lead to it?`,
    pt: `${publicUrl}/readyz responde ${status}: a loja está aberta, e o proxy leva a ela?`,
  }),
  skewedClock: (seconds: number): Sentence => ({
    en: `its clock is ${seconds} seconds from this machine's: set both by NTP`,
    pt: `o relógio de lá difere ${seconds} segundos do desta máquina: acerte os dois por NTP`,
  }),
  noProxy: {
    en: 'answers; without TRUST_PROXY all shoppers count as one network behind a proxy',
    pt: 'responde; sem TRUST_PROXY, atrás de um proxy todos os clientes contam como uma só rede',
  },
  reachable: (publicUrl: string): Sentence => ({
    en: `${publicUrl} answers, clocks agree`,
    pt: `${publicUrl} responde, relógios certos`,
  }),
  addressUnreachable: (reason: Sentence): Sentence => ({
    en: `${reason.en}. Is the shop started, and the proxy before it?`,
    pt: `${reason.pt}. A loja está aberta, e o proxy diante dela?`,
  }),
  itsCertificate: { en: 'its certificate', pt: 'o certificado' },
  certificateEnd: (name: Sentence, day: string): Sentence => ({
    en: `${name.en} has expired, on ${day}: renew it`,
    pt: `${name.pt} venceu em ${day.split('-').reverse().join('/')}: renove`,
  }),
  certificateDays: (name: Sentence, days: number): Sentence => ({
    en: `${name.en} is valid for ${days} more days`,
    pt: `${name.pt} vale por mais ${days} dias`,
  }),
  renew: (validity: Sentence): Sentence => ({ en: `${validity.en}: renew it`, pt: `${validity.pt}: renove` }),

  pixWebhook: {
    en: 'the bank can reach it, as far as this machine can tell',
    pt: 'o banco o alcança, até onde esta máquina vê',
  },
  unexpectedAnswer: (status: number, wantedStatus: number): Sentence => ({
    en: `answers ${status}, not ${wantedStatus}`,
    pt: `responde ${status}, e não ${wantedStatus}`,
  }),
  refusedCardToken: (status: number): Sentence => ({
    en: `the card provider refuses CARD_ACCESS_TOKEN (${status})`,
    pt: `o provedor de cartões recusa CARD_ACCESS_TOKEN (${status})`,
  }),
  failingCardProvider: (status: number): Sentence => ({
    en: `the card provider answers ${status}`,
    pt: `o provedor de cartões responde ${status}`,
  }),
  cardTestAccount: {
    en: 'CARD_ACCESS_TOKEN is of a test account: what it takes is no money. Take the token of production',
    pt: 'CARD_ACCESS_TOKEN é de uma conta de teste, que não recebe dinheiro. Use o token de produção',
  },
  cardAccountAbroad: (siteId: string): Sentence => ({
    en: `CARD_ACCESS_TOKEN is of an account of another country (${siteId}): reais are taken in Brazil alone`,
    pt: `CARD_ACCESS_TOKEN é de uma conta de outro país (${siteId}): só uma do Brasil recebe reais`,
  }),
  cardProvider: {
    en: 'the card provider takes the token and answers',
    pt: 'o provedor de cartões aceita o token e responde',
  },
  laboratory: { en: 'the laboratories’ programme answers', pt: 'o programa dos laboratórios responde' },
  failingLaboratory: (status: number): Sentence => ({
    en: `the laboratories’ programme answers ${status}, not 200`,
    pt: `o programa dos laboratórios responde ${status}, e não 200`,
  }),
  signedWebhook: (url: string): Sentence => ({
    en: `give ${url} to the provider: it can be reached, as far as this machine can tell`,
    pt: `dê ${url} ao provedor: o endereço responde, até onde esta máquina vê`,
  }),

  whatsapp: {
    en: 'Meta takes token and secret, and the number is theirs',
    pt: 'a Meta aceita o token e o segredo, e o número é deles',
  },
  whatsappIncomplete: (names: string[]): Sentence => ({
    en: `${names.join(' and ')} missing: until then all notices go by e-mail`,
    pt: `falta ${names.join(' e ')}: até lá todos os avisos vão por e-mail`,
  }),
  whatsappFaults: {
    token: {
      en: 'Meta refuses WHATSAPP_TOKEN: make a new one of the system user, without an end',
      pt: 'a Meta recusa WHATSAPP_TOKEN: crie outro token do usuário do sistema, sem prazo',
    },
    secret: {
      en: 'WHATSAPP_APP_SECRET is not of the app that the token belongs to: Meta’s calls would be refused',
      pt: 'WHATSAPP_APP_SECRET não é do aplicativo do token, e as chamadas da Meta seriam recusadas',
    },
    phoneId: {
      en: 'WHATSAPP_PHONE_ID is no number of the token’s account: copy the "Phone number ID", not the number',
      pt: 'WHATSAPP_PHONE_ID não é de um número da conta do token: copie o "Phone number ID", e não o número',
    },
    blocked: {
      en: 'Meta has blocked the account: business.facebook.com, "Account quality", says why; notices go by e-mail meanwhile',
      pt: 'a Meta bloqueou a conta: business.facebook.com, "Qualidade da conta", diz por quê; os avisos vão por e-mail enquanto isso',
    },
  },
  failingWhatsapp: (status: number): Sentence => ({
    en: `Meta answers ${status}`,
    pt: `a Meta responde ${status}`,
  }),
}
