declare module 'virtual:lessons' {
  import type { CourseInfo } from './pages/learn/lesson';
  const courses: CourseInfo[];
  export default courses;
}

declare module 'virtual:daily/*' {
  import type { DailyTask } from './pages/learn/lesson';
  const tasks: DailyTask[];
  export default tasks;
}
