// Stands for the .cu file of an example that comes with StarPU, on GPUs that
// are imitated: no device code runs there, and memory is that of the host.
#include <starpu.h>

void CPU_FUNCTION(void* buffers[], void* arguments);
void GPU_FUNCTION(void* buffers[], void* arguments);

void GPU_FUNCTION(void* buffers[], void* arguments) {
    cudaStreamSynchronize(starpu_cuda_get_local_stream());
    CPU_FUNCTION(buffers, arguments);
}
