import type { Sentence } from './sentence.ts'

/**
 * What stops a start or a command, in Portuguese: settings, shop.json, database and connections tell their faults to whoever runs the
 * server, in English. A message may hold several, one behind the other.
 */
const translations: [english: RegExp, portuguese: string][] = [
  // Settings.
  [
    /: required for a live shop \(set SANDBOX=1 for the demo\)/,
    ': falta preencher, a loja não abre sem isso (SANDBOX=1 abre a demonstração)',
  ],
  [/must start with (\S+) in a live shop/, 'precisa começar com $1'],
  [/must start with postgres:\/\//, 'precisa começar com postgres://'],
  [
    /must be like s3:\/\/KEY:SECRET@HOST\/BUCKET\?region=REGION/,
    'precisa ser como s3://CHAVE:SEGREDO@SERVIDOR/BUCKET?region=REGIÃO',
  ],
  [/one of them is empty/, 'um dos valores está vazio'],
  [/must hold an e-mail address/, 'precisa ter um e-mail, como Farmácia <loja@example.com.br>'],
  [/must be how many proxies there are, or their addresses/, 'precisa ser quantos proxies há, ou os endereços deles'],
  [/must be api or mercadopago/, 'precisa ser api ou mercadopago'],
  [/must be mercadopago/, 'precisa ser mercadopago'],
  [/must be in reais, like 5\.00/, 'precisa ser em reais, como 5.00'],
  [/must be a number/, 'precisa ser um número'],
  [
    /must be one segment of lower case letters, digits and hyphens, like \/balcao/,
    'precisa ser uma barra com letras minúsculas, números e hifens, como /balcao',
  ],
  [/is a page of the shop/, 'já é uma página da loja: escolha outro'],
  [/must be addresses or networks like 10\.0\.0\.0\/8/, 'precisa ter endereços ou redes, como 10.0.0.0/8'],
  [/Invalid URL/, 'não é um endereço completo'],
  [/Invalid option: expected one of "0"\|"1"/, 'precisa ser 0 ou 1'],
  [/Invalid option: expected one of (\S+)/, 'precisa ser um destes: $1'],
  [/Invalid input: expected number, received NaN/, 'precisa ser um número'],
  [/the demo’s, which everybody knows/, 'é a da demonstração, que todos conhecem'],
  [
    /too easy to guess; take what `openssl rand -hex 32` gives, one for each/,
    'fácil de adivinhar: use o que `openssl rand -hex 32` dá, um para cada',
  ],
  [
    /the same as in (\w+); each purpose needs a secret of its own/,
    'igual a $1: cada finalidade precisa de um segredo próprio',
  ],
  [
    /the demo shop was left out of this installation; build the image with DEMO=1, or set SANDBOX=0/,
    'esta instalação não tem a demonstração: monte a imagem com DEMO=1, ou use SANDBOX=0',
  ],
  [
    /(\S+) holds no root certificate \(PEM, one that signs itself\)/,
    '$1 não tem nenhuma raiz (certificado PEM que assina a si mesmo)',
  ],
  [/the folder (\S+) cannot be read/, 'a pasta $1 não pode ser lida'],

  // shop.json.
  [
    /(\S+) is missing: a live shop needs its name and legal data there/,
    '$1 não existe: a loja precisa ali do nome e dos dados legais; "npm run shop -- init" cria um para preencher',
  ],
  [/is no CNPJ: its check digits are wrong/, 'não é um CNPJ: os dígitos verificadores não conferem'],
  [/is the demo’s: put your own there/, 'é da demonstração: ponha o da sua farmácia'],
  [/is no e-mail address/, 'não é um e-mail'],
  [/is no address such as (https:\/\/\S+?)(?=;|$)/, 'não é um endereço como $1'],
  [/is empty/, 'está vazio'],
  [/Invalid input: expected \w+, received undefined/, 'falta preencher'],

  // The database and its disk.
  [
    /The database is of an older version; migrations are to be run \((.*)\): stop its servers, back up, then "npm run shop -- migrate" or start\./,
    'O banco de dados é de uma versão anterior; faltam migrações ($1): pare os servidores, faça uma cópia e então rode "npm run shop -- migrate" ou abra a loja.',
  ],
  [
    /The database is newer than this program \(it has (.*)\): update the program\./,
    'O banco de dados é mais novo que este programa (tem $1): atualize o programa.',
  ],
  [
    /The database is of a version that this program does not take over \(its last migration is (.*), not (.*)\): .*/,
    'O banco de dados é de uma versão que este programa não assume (a última migração é $1, e não $2): abra-o com a última versão antes da 1.0 e depois com esta, ou restaure uma cópia daquela versão num banco vazio.',
  ],
  [
    /(\S+) is there already: choose another name, or say --force/,
    '$1 já existe: escolha outro nome, ou acrescente --force',
  ],
  [
    /(\S+): there is no such folder\. Make it first, or choose another one/,
    '$1: essa pasta não existe. Crie-a, ou escolha outra',
  ],
  [/(\S+) is a folder: add the name of a file/, '$1 é uma pasta: acrescente o nome do arquivo'],
  [/ENOENT: no such file or directory, \w+ '(.*)'/, '$1: esse arquivo não existe'],
  [/The disk is full: make space; nothing else is needed\./, 'O disco está cheio: libere espaço, e basta.'],
  [
    /is not a database: restore a backup into another DATA_DIR\./,
    'não é um banco de dados: restaure uma cópia em outro DATA_DIR.',
  ],
  [/is damaged: restore a backup into another DATA_DIR\./, 'está danificado: restaure uma cópia em outro DATA_DIR.'],
  [/is in use by another program: try again\./, 'está em uso por outro programa: tente de novo.'],
  [
    /The database takes no writes: it is a standby, which has to be promoted, or set read-only\./,
    'O banco de dados não aceita escrita: é uma réplica, que precisa ser promovida, ou está só para leitura.',
  ],
  [
    /cannot be used: see to the rights of the file and of its folder\./,
    'não pode ser usado: confira as permissões do arquivo e da pasta.',
  ],
  [/The database refuses: /, 'O banco de dados recusa: '],
  [/\(no connection\)/, '(sem conexão)'],
  [
    /The database does not answer \((.*)\): see that it runs\./,
    'O banco de dados não responde ($1): veja se está no ar.',
  ],
  [/does not answer \((.*)\): see that it runs\./, 'não responde ($1): veja se está no ar.'],
  [/FILES_URL: the store does not do what it is asked/, 'FILES_URL: o armazenamento não faz o que se pede'],
  [
    /The shop is at rest since it was restored: .*/,
    'A loja está em repouso desde que foi restaurada: não manda e-mails nem avisos, não encerra pedidos, não devolve dinheiro e não consulta o banco. Esta é a loja agora? Então "npm run shop -- resume".',
  ],

  // Connections.
  [/no DNS entry leads to (\S+): see to its name/, 'nenhum registro de DNS leva a $1: confira o nome'],
  [
    /nobody listens at (\S+), or its port is closed to this machine/,
    'ninguém atende em $1, ou a porta está fechada para esta máquina',
  ],
  [/(\S+) cannot be reached: see to network and firewall/, '$1 está fora de alcance: confira a rede e o firewall'],
  [/the certificate of (\S+) has expired/, 'o certificado de $1 venceu'],
  [
    /the certificate of (\S+) is not valid yet: see to this machine's clock/,
    'o certificado de $1 ainda não vale: confira o relógio desta máquina',
  ],
  [/the certificate of (\S+) is of another name/, 'o certificado de $1 é de outro nome'],
  [
    /the certificate of (\S+) is of an authority that Node does not trust; one of your own goes into NODE_EXTRA_CA_CERTS/,
    'o certificado de $1 é de uma autoridade em que o Node não confia; uma sua vai em NODE_EXTRA_CA_CERTS',
  ],
  [
    /the key is not that of the certificate: the two files belong to different pairs/,
    'a chave não é a do certificado: os dois arquivos são de pares diferentes',
  ],
  [/certificate or key is no PEM file that can be read/, 'certificado ou chave não é um arquivo PEM legível'],
  [/(\S+) refuses this shop's certificate: it has expired/, '$1 recusa o certificado desta loja: venceu'],
  [
    /(\S+) refuses this shop's certificate: it is of an authority unknown there/,
    '$1 recusa o certificado desta loja: é de uma autoridade que lá não conhecem',
  ],
  [/(\S+) refuses this shop's certificate/, '$1 recusa o certificado desta loja'],
  [/(\S+) wants a certificate of this shop, or another one/, '$1 pede um certificado desta loja, ou outro'],
  [
    /(\S+) cuts the connection off: perhaps it wants another certificate/,
    '$1 corta a conexão: talvez queira outro certificado',
  ],
  [/(\S+) does not speak TLS there: see to the port/, '$1 não usa TLS ali: confira a porta'],
]

/** A message of another part of the program, in both languages; what is not in the table stays in English. */
export function toSentence(message: string): Sentence {
  const pt = translations.reduce(
    (text, [english, portuguese]) => text.replaceAll(new RegExp(english, 'g'), portuguese),
    message,
  )
  return { en: message, pt }
}
