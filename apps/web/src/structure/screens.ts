import { groups, type Screen } from '../lib/screen.ts'
import { IconBriefcase, IconMapPin, IconPercentage, IconSitemap } from '../ui/icons.ts'

export const structure: Screen[] = [
  {
    path: '/departments',
    title: 'Departments Management',
    permission: 'view departments',
    menu: { label: 'Departments', icon: IconSitemap, group: groups.organization },
    load: () => import('./departments.tsx'),
  },
  {
    path: '/designations',
    title: 'Designations Management',
    permission: 'view designations',
    menu: { label: 'Designations', icon: IconBriefcase, group: groups.organization },
    load: () => import('./designations.tsx'),
  },
  {
    path: '/work-stations',
    title: 'Work Stations Management',
    permission: 'view work-stations',
    menu: { label: 'Work Stations', icon: IconMapPin, group: groups.organization },
    load: () => import('./work-stations.tsx'),
  },
  {
    path: '/commission-rates',
    title: 'Commission Rates Management',
    permission: 'view commission-rates',
    menu: { label: 'Commission Rates', icon: IconPercentage, group: groups.organization },
    load: () => import('./commission-rates.tsx'),
  },
]
