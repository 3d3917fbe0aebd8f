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

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: 'notifications',
    access: 'signed-in',
    unnoticed: true,
    summary: 'The newest 50 notifications of the signed-in person, and how many are unread.',
    response: z.object({ unread: z.number(), data: z.array(notification) }),
  }),
  read: endpoint({
    method: 'POST',
    path: 'notifications/read',
    access: 'signed-in',
    summary: 'Mark all as read.',
    response: message,
  }),
}
