import { Notifications } from '@mantine/notifications'

/** Above modals (200), below menus (300): news must not cover what one reaches for. */
export const Notices = () => <Notifications position="top-right" limit={5} zIndex={250} />
