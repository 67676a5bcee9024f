import { redirect } from '@remix-run/node'

/** /.well-known/change-password: password managers lead here (W3C). The profile has the form; it asks visitors to sign in. */
export function loader() {
  return redirect('/minha-conta?section=perfil', 303)
}
