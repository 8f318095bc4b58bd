declare module 'virtual:lessons' {
  import type { CourseInfo } from './pages/learn/lesson';
  const courses: CourseInfo[];
  export default courses;
}
