import type { Screen } from '../lib/screen.ts'
import { IconUserCircle } from '../ui/icons.ts'

const guests: Screen[] = (
  [
    ['/login', 'Employee Sign In', () => import('./login.tsx')],
    ['/employee-login', 'Employee Sign In', () => import('./login.tsx')],
    ['/signup', 'Sign Up', () => import('./signup.tsx')],
    ['/verify-otp', 'Verify OTP', () => import('./verify-otp.tsx')],
    ['/second-step', 'Second Step', () => import('./second-step.tsx')],
    ['/forgot-password', 'Reset Password', () => import('./forgot-password.tsx')],
    ['/update-password/$email', 'Update Password', () => import('./update-password.tsx')],
  ] as const
).map(([path, title, load]) => ({
  ...{ path, title, load, blank: true, audience: 'guest' },
  // Whoever signs up is to be staff.
  ...(path !== '/signup' && { translated: true }),
}))

export const auth: Screen[] = [
  ...guests,
  {
    path: '/auth',
    title: 'Authentication',
    blank: true,
    audience: 'anyone',
    load: () => import('./sso.tsx'),
  },
  {
    path: '/logout',
    title: 'Logout',
    blank: true,
    audience: 'anyone',
    load: () => import('./logout.tsx'),
  },
  {
    path: '/employee-logout',
    title: 'Logout',
    blank: true,
    audience: 'anyone',
    load: () => import('./logout.tsx'),
  },
  {
    path: '/change-password',
    title: 'Change Password',
    blank: true,
    translated: true,
    alone: true,
    load: () => import('./change-password.tsx'),
  },
  {
    path: '/profile',
    title: 'My Profile',
    alone: true,
    translated: true,
    jump: IconUserCircle,
    load: () => import('./profile.tsx'),
  },
]
