import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { audience } from './audience.ts'
import { preview, test } from './letter.ts'
import { get, list } from './read.ts'
import { resend, send } from './send.ts'
import { mirrorMail, sending } from './sending.ts'
import { stop } from './stop.ts'
import { oneClick, subscribe, subscription } from './unsubscribe.ts'

export const massEmail = area('mass-email', {
  calls: bind(contract.massEmails, {
    audience: crossing(audience),
    preview,
    test,
    send,
    list: crossing(list),
    get: crossing(get),
    resend: crossing(resend),
    stop: crossing(stop),
    subscription: crossing(subscription),
    subscribe: crossing(subscribe),
  }),
  letters: mirrorMail,
  pollers: sending,
  pages: oneClick,
})
