import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, message } from './fields.ts'

export const notification = z.object({
  id,
  title: z.string(),
  text: z.string(),
  /** The screen it leads to. */
  link: z.string().nullable(),
  read_at: instant.nullable(),
  created_at: instant,
})
export type Notification = z.output<typeof notification>

const bell = z.object({ unread: z.number(), data: z.array(notification) })
const operator = { access: 'super-admin', needs: 'login' } as const

/** As a browser gives it: where it takes messages, and what they are encrypted with. */
const device = z.object({
  endpoint: z.string().max(1000),
  public_key: z.string().regex(/^[\w-]{87}$/),
  secret: z.string().regex(/^[\w-]{22}$/),
})

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: 'notifications',
    access: 'signed-in',
    unnoticed: true,
    summary: 'The newest 50 notifications of the signed-in person, and how many are unread.',
    response: bell,
  }),
  read: endpoint({
    method: 'POST',
    path: 'notifications/read',
    access: 'signed-in',
    summary: 'Mark all as read.',
    response: message,
  }),
  pushKey: endpoint({
    method: 'GET',
    path: 'push',
    access: 'signed-in',
    needs: 'login',
    summary: 'The key with which this server signs what it sends to browsers.',
    response: z.object({ key: z.string() }),
  }),
  allowPush: endpoint({
    method: 'POST',
    path: 'push',
    access: 'signed-in',
    needs: 'login',
    summary: 'Ring on this device, too, when there is news.',
    body: device,
    response: message,
  }),
  stopPush: endpoint({
    method: 'POST',
    path: 'push/stop',
    access: 'signed-in',
    needs: 'login',
    summary: 'No longer on this device.',
    body: device.pick({ endpoint: true }),
    response: message,
  }),
  operators: endpoint({
    method: 'GET',
    path: 'desk/news',
    ...operator,
    unnoticed: true,
    summary:
      'The newest 50 news items of the platform for its operator, in whichever organisation.',
    response: bell,
  }),
  operatorsRead: endpoint({
    method: 'POST',
    path: 'desk/news/read',
    ...operator,
    summary: "Mark all of the platform's news as read.",
    response: message,
  }),
}
